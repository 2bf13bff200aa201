#!/bin/sh
# A player that takes the first legal move: squarely play quad --second program:examples/player.sh
while read -r word rest; do
    case $word in
        moves) move=${rest%% | *} ;;
        go) printf '%s\n' "$move" ;;
    esac
done
