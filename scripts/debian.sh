#!/bin/sh
# Makes a program of another Debian release runnable without installing it: unpacks its package and all that it depends on into a folder, and
# writes FOLDER/bin/PROGRAM, which starts it with these libraries. For tests that need a program which this machine's own release lacks.
# The files come by apt from the mirror of this machine's Debian, checked by its keys; exits 1 elsewhere, or where the mirror lacks the release.
#
#   scripts/debian.sh RELEASE PACKAGE PROGRAM FOLDER
set -eu
release=$1 package=$2 program=$3

fail() { echo "debian: $*" >&2 && exit 1; }

for tool in apt-get dpkg-deb dpkg-query; do command -v $tool >/dev/null || fail "$tool is missing"; done
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e $keys ] || fail "the keys of Debian's archive are missing"
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    sed -n "s/^$codename main //p" | sort -u | head -n 1)
[ -n "$mirror" ] || fail "apt has no mirror of $codename"

rm -rf "$4"
mkdir -p "$4"
folder=$(cd "$4" && pwd)
root=$folder/root
mkdir -p "$root" "$folder/bin" "$folder/lists/partial" "$folder/archives/partial"
: >"$folder/status"
echo "deb [signed-by=$keys] $mirror $release main" >"$folder/sources.list"

# apt for an empty machine of that release, whose state is in the folder
apt() {
    apt-get -qq -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$folder" \
        -o "Dir::State::Status=$folder/status" -o "Dir::Cache=$folder" -o Acquire::Languages=none -o APT::Sandbox::User= \
        -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false "$@"
}
apt -o APT::Update::Error-Mode=any update >/dev/null || fail "the mirror has no release $release"
apt install -y --no-install-recommends --download-only "$package" >/dev/null || fail "$release has no package $package"

# The C library comes along where it is newer than this machine's, and with it its loader; an older program runs with this machine's.
theirs=$(dpkg-deb -f "$folder"/archives/libc6_*.deb Version)
if dpkg --compare-versions "$theirs" gt "$(dpkg-query -W -f '${Version}\n' libc6 | head -n 1)"; then own_libc=1; else own_libc=; fi
for archive in "$folder"/archives/*.deb; do
    case $archive in
        */libc6_*) [ -n "$own_libc" ] || continue ;;
    esac
    dpkg-deb --extract "$archive" "$root"
done
rm -rf "$folder/archives" "$folder/lists"

libraries=
for place in "$root"/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/"$package"; do
    [ ! -d "$place" ] || libraries=$libraries:$place
done
{
    echo '#!/bin/sh'
    if [ -n "$own_libc" ]; then
        loader=$(find "$root" -name 'ld-linux*.so.*' | head -n 1)
        echo "exec '$loader' --library-path '${libraries#:}' '$root/usr/bin/$program' \"\$@\""
    else
        echo "export LD_LIBRARY_PATH='${libraries#:}'\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
        echo "exec '$root/usr/bin/$program' \"\$@\""
    fi
} >"$folder/bin/$program"
chmod +x "$folder/bin/$program"
