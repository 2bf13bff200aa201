"""All laws, in the order in which they are tried: the later ones rely on what the earlier ones promise."""

from squarely.laws import appearance, numbers, round_trips, symmetries, verbs
from squarely.laws.law import Law

LAWS: tuple[Law, ...] = (*verbs.LAWS, *numbers.LAWS, *round_trips.LAWS, *symmetries.LAWS, *appearance.LAWS)
BEFORE_SOLVING: tuple[Law, ...] = (  # without these a solution would be wrong
    *(law for law in verbs.LAWS if law is not verbs.a_move_changes_the_position),
    *numbers.LAWS,
    round_trips.a_position_is_its_line,
    symmetries.a_transformed_board_is_the_same_game,
    symmetries.symmetries_are_a_group,
)
