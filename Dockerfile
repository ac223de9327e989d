# Everything in one image, for macOS, Windows, and machines without Debian, Ubuntu or bubblewrap:
#   docker build -t sgpkit .
#   docker run --rm -it --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN \
#       -v "$PWD:/home/sgpkit/work" -w /home/sgpkit/work sgpkit sgpkit eval smoke --engine baseline --model random
#   docker run --rm --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN \
#       -v "$PWD/out:/home/sgpkit/out" sgpkit make demo
# The sandbox makes namespaces inside the container, which Docker's default profile forbids; hence the three options.
# It is also the image in which sgpkit runs what a model wrote on machines without bubblewrap (macOS), one container for
# each program: `docker build -t sgpkit:0.1.0 .`, as the message there says. Those containers run as nobody, who must
# be able to read the packages in /home/sgpkit.
FROM debian:bookworm-slim

SHELL ["/bin/bash", "-o", "pipefail", "-c"]
COPY tools/setup tools/system-packages.txt /tmp/tools/
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates default-jre-headless make \
    && /tmp/tools/setup --system dev \
    && rm -rf /var/lib/apt/lists/* /tmp/tools \
    && useradd --create-home --uid 1000 sgpkit \
    && chmod 0755 /home/sgpkit

WORKDIR /home/sgpkit
COPY --chown=sgpkit:sgpkit . .
USER 1000
RUN make setup
ENV PATH="/home/sgpkit/.venv/bin:$PATH"
CMD ["sgpkit", "list"]
