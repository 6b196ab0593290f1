# loopback.sh OSHRUN PROGRAM: jobs of two nodes on a machine whose loopback interface is down, or has no IPv4 address. The
# test makes itself a network for that.
inside="unshare --net"
[ "$(id -u)" = 0 ] || inside="unshare --user --map-root-user --net"
if ! $inside ip link show lo >/dev/null 2>&1; then
  echo "skipped: this user may not make a network namespace here; run as root"
  exit 77
fi
if [ -z "$ISTHMUS_TEST_NETWORK" ]; then
  export ISTHMUS_TEST_NETWORK=1
  exec $inside sh "$0" "$@"
fi
oshrun=$1 program=$2

# fails LINE: every job must end with this line, and no later than one of PEs that wait for a connection.
fails() {
  for pes in 2 4; do
    said=$(timeout 20 "$oshrun" -n $pes --nodes 2 "$program" 2>&1) && echo "$pes PEs: ended well" && exit 1
    [ "$(echo "$said" | grep "^isthmus: " | sed "s/^isthmus: PE 0 on [^ ]*: //")" = "$1" ] && continue
    echo "$pes PEs: '$said'"
    exit 1
  done
}

# A machine has other interfaces, and a route to everywhere by one of them.
ip link add veth0 type veth peer name veth1
ip address add 10.9.9.1/24 dev veth0
ip link set veth0 up
ip link set veth1 up
ip route add default via 10.9.9.2

down="the loopback interface, by which the nodes of oshrun --nodes reach one another, is down; ip link set lo up"
fails "$down"
export SHMEM_OFI_PROVIDER=shm
fails "$down"
unset SHMEM_OFI_PROVIDER

ip link set lo up
ip address delete 127.0.0.1/8 dev lo
if ! ip address show lo | grep -q ::1/128; then
  echo "IPv6 is off here"
  exit 0
fi
for provider in "" shm; do
  SHMEM_OFI_PROVIDER=$provider timeout 60 "$oshrun" -n 4 --nodes 2 "$program" || exit 1
done
