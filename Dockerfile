# Everything that `make test` needs, so that nothing is installed on the machine it is called from:
#   docker build --tag squarely-test .            (another Python: --build-arg PYTHON=3.13; podman does as well)
#   docker run --rm --volume "$PWD:/source:ro" squarely-test
# It runs as an ordinary user; with `--user` as any other.
ARG PYTHON=3.11
FROM python:${PYTHON}-bookworm
RUN apt-get update && apt-get install --yes --no-install-recommends make
COPY Makefile /tools/
RUN make --directory=/tools packages && chmod 1777 /srv
ENV HOME=/srv/home
WORKDIR /srv
USER nobody
CMD ["sh", "-c", "mkdir -p \"$HOME\" && cp -r /source squarely && rm -rf squarely/.venv squarely/node_modules && make -C squarely test"]
