#!/bin/sh
# Compares the program's answers with those of PARI's gp: random polynomials over z, zn:N of several sizes, gf2, and gf:P^K.
#
#   tests/cross_check_pari.sh [POLYMOD]       POLYMOD: the program; default: polymod, as PATH finds it
#
# Prints `N passed, M failed`, and before it a line for each difference. Exits 1 when there is one, or when a program is
# missing or fails.
set -eu

polymod=${1:-polymod}
for tool in "$polymod" gp; do
    command -v "$tool" >/dev/null || { echo "cross-check: $tool is not there" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
script=$work/cases.gp
cases=0

cat >"$script" <<'GP'
passed = 0; failed = 0;
\\ Polynomials as vectors from the constant term on; over Z/n least residues, no leading zeros.
image(v, n) = { my(f = Polrev(v)); if (n, f * Mod(1, n), f) };
canonical(v, n) = { (#v == 0 || v[#v] != 0) && (!n || #v == 0 || (vecmin(v) >= 0 && vecmax(v) < n)) };
report(name, ok) = { if (ok, passed++, failed++; print("differs: ", name)) };
\\ Subresultant j, by minors of Sylvester's matrix; and whether these are all of them.
minor(a, b, j) = { my(k = poldegree(a), l = poldegree(b)); my(v = concat(vector(l - j, i, 'x^(l - j - i) * a), vector(k - j, i, 'x^(k - j - i) * b))); matdet(matrix(#v, #v, i, c, if (c < #v, polcoef(v[i], k + l - j - c), v[i]))) };
chain(name, n, got, a, b) = { report(name, #got == min(poldegree(a), poldegree(b)) && !#select(j -> image(got[j + 1], n) != minor(a, b, j), [0 .. #got - 1])) };
same(name, n, got, wanted) = { report(name, canonical(got, n) && Polrev(got) == liftall(wanted)) };
\\ Over an extension of degree K, whose generator is w: elements as vectors, without trailing zeros.
element(v) = subst(Polrev(v), 'x, w) * w^0;
over(v) = Polrev(apply(element, v)) * w^0;
reduced(v) = { #v <= K && (#v == 0 || v[#v] != 0) && (#v == 0 || (vecmin(v) >= 0 && vecmax(v) < n)) };
same_q(name, n, got, wanted) = { report(name, (#got == 0 || #got[#got]) && !#select(v -> !reduced(v), got) && over(got) == wanted) };
value_q(name, n, got, wanted) = { report(name, reduced(got) && element(got) == wanted) };
monic(f) = f / pollead(f);
factors_q(name, n, got, wanted) = { my(m = factor(wanted), mine = Set(apply(v -> [over(v[1]), v[2]], got[2]))); report(name, element(got[1]) == pollead(wanted) && mine == Set(vector(#m~, i, [monic(m[i, 1]), m[i, 2]]))) };
value(name, n, got, wanted) = { report(name, got == lift(wanted) && (!n || (got >= 0 && got < n))) };
GP

# run NAME ARGUMENTS...: the program's answer over $ring, as JSON.
run() {
    answer=$("$polymod" "$@" --ring "$ring" --format json --quiet) || { echo "cross-check: fails: $* --ring $ring" >&2; exit 1; }
}

# compare KIND NAME WANTED: the last answer against an expression of gp.
compare() {
    echo "$1(\"$2, $ring, $size\", n, $answer, $3);" >>"$script"
    cases=$((cases + 1))
}

# check DEGREE_A DEGREE_B POINT EXPONENT [BITS]: all operations on two random operands.
check() {
    size="degrees $1 and $2"
    bits=${5:+--bits $5}
    for operand in a b; do
        [ "$operand" = a ] && degree=$1 || degree=$2
        seed=$((seed + 1))
        # shellcheck disable=SC2086 # no bits, no option
        run gen poly --degree "$degree" --seed "$seed" $bits
        printf '%s\n' "$answer" >"$work/$operand.json"
        echo "$operand = image($answer, n);" >>"$script"
    done
    for operation in add:+ sub:- mul:\*; do
        run "${operation%%:*}" "$work/a.json" "$work/b.json"
        compare same "${operation%%:*}" "a ${operation#*:} b"
    done
    run mul "$work/a.json" "$work/b.json" "$work/a.json" && compare same "mul of three" "a * b * a"
    shown=$("$polymod" add "$work/a.json" "$work/b.json" --ring "$ring" --format pari --quiet)
    echo "report(\"text of the sum, $ring, $size\", ($shown) == a + b);" >>"$script"
    cases=$((cases + 1))
    run sub "$work/b.json" "$work/b.json" && compare same "sub of equals" "0"
    run sqr "$work/a.json" && compare same sqr "a^2"
    run pow "$work/b.json" "$4" && compare same "pow $4" "b^$4"
    run derivative "$work/a.json" && compare same derivative "deriv(a, 'x)"
    run eval "$work/a.json" "$3" && compare value "eval $3" "subst(a, 'x, $3)"
    divisions "$4"
}

# divisions EXPONENT: divisions of a by a monic polynomial of degree 12 and by one beside b, and power series, 40 terms.
divisions() {
    echo "m = 'x^12 - 3*'x^7 + 5*'x + 11 + 0*a; d = b * 'x + 'x^(poldegree(liftall(b)) + 2);" >>"$script"
    run mul "$work/b.json" =x && printf '%s\n' "$answer" >"$work/shifted.json"
    length=$(printf '%s' "$answer" | tr -cd , | wc -c)
    run add "$work/shifted.json" "=x^$((length + 1))" && printf '%s\n' "$answer" >"$work/monic.json"
    for operation in quo:\\ rem:%; do
        run "${operation%%:*}" "$work/a.json" '=x^12 - 3*x^7 + 5*x + 11'
        compare same "${operation%%:*} by 12" "a ${operation#*:} m"
        run "${operation%%:*}" "$work/a.json" "$work/monic.json"
        compare same "${operation%%:*}" "a ${operation#*:} d"
    done
    run pow-mod "$work/a.json" "$1" '=x^12 - 3*x^7 + 5*x + 11'
    compare same "pow-mod $1" "a^$1 % m"
    run add "$work/shifted.json" =1 && printf '%s\n' "$answer" >"$work/unit.json"
    echo "u = 1 + b * 'x + O('x^40);" >>"$script"
    run inv-series "$work/unit.json" 40 && compare same inv-series "truncate(1 / u)"
    run pow-series "$work/unit.json" -7 40 && compare same "pow-series -7" "truncate(1 / u^7)"
    case $large in
    yes)
        run pow-series "$work/unit.json" 1000003 40 && compare same "pow-series 1000003" "truncate(exp(1000003 * log(u)))"
        run log-series "$work/unit.json" 40 && compare same log-series "truncate(log(u))"
        run exp-series "$work/shifted.json" 40 && compare same exp-series "truncate(exp(u - 1))"
        run sqr "$work/unit.json" && printf '%s\n' "$answer" >"$work/square.json"
        run sqrt-series "$work/square.json" 40 && compare same sqrt-series "truncate(u)"
        ;;
    esac
}

# subresultants: the chain of a and b, and of a·x² and b·x², which is defective.
subresultants() {
    for power in 0 2; do
        for operand in a b; do
            run mul "$work/$operand.json" "=x^$power" && printf '%s\n' "$answer" >"$work/$operand-power.json"
        done
        run subresultants "$work/a-power.json" "$work/b-power.json"
        echo "chain(\"subresultants, $ring, $size\", n, [$(printf '%s' "$answer" | paste -sd, -)], a * 'x^$power, b * 'x^$power);" >>"$script"
        cases=$((cases + 1))
    done
}

# euclid DEGREE_A DEGREE_B DEGREE_G: common divisors and resultants of two random operands with a common factor.
euclid() {
    size="degrees $1 and $2 beside $3"
    for operand in a:$1 b:$2 g:$3; do
        seed=$((seed + 1))
        run gen poly --degree "${operand#*:}" --seed "$seed"
        printf '%s\n' "$answer" >"$work/${operand%%:*}.json"
        echo "${operand%%:*} = image($answer, n);" >>"$script"
    done
    run resultant "$work/a.json" "$work/b.json" && compare value resultant "polresultant(a, b)"
    [ "$2" -gt 9 ] || subresultants
    run discriminant "$work/a.json" && compare value discriminant "poldisc(a)"
    for operand in a b; do
        run mul "$work/$operand.json" "$work/g.json"
        printf '%s\n' "$answer" >"$work/$operand-g.json"
    done
    echo "a *= g; b *= g; d = gcd(a, b); d /= pollead(d);" >>"$script"
    run gcd "$work/a-g.json" "$work/b-g.json" && compare same gcd "d"
    run xgcd "$work/a-g.json" "$work/b-g.json"
    echo "v = [$(printf '%s' "$answer" | paste -sd, -)];" >>"$script"
    answer="v[1]" && compare same "the g of xgcd" "d"
    echo "report(\"xgcd, $ring, $size\", image(v[2], n) * a + image(v[3], n) * b == d && #v[2] <= poldegree(b) - poldegree(d));" >>"$script"
    cases=$((cases + 1))
}

seed=0
large=no # whether 1, ..., 39 have inverses
ring=z
echo "n = 0;" >>"$script"
check 0 0 0 1 3
check 1 5 -1 2 1
check 30 17 12345678901234567890 5 20
check 100 99 -7 3 64
check 400 3 2 4 1000
check 1500 1400 -1 2 63
for degrees in "1 1" "3 5" "8 4"; do
    size="degrees $degrees"
    for operand in a:${degrees% *} b:${degrees#* }; do
        seed=$((seed + 1))
        run gen poly --degree "${operand#*:}" --seed "$seed" --bits 70
        printf '%s\n' "$answer" >"$work/${operand%%:*}.json"
        echo "${operand%%:*} = image($answer, n);" >>"$script"
    done
    subresultants
done
for n in 2 3 4 97 4294967296 998244353 4611686018427387847 9223372036854775808 18446744069414584321 \
    18446744073709551615 18446744073709551629 170141183460469231731687303715884105727 \
    340282366920938463463374607431768211455; do
    ring=zn:$n
    echo "n = $n;" >>"$script"
    case $n in
    2 | 3 | 4 | 4294967296 | 9223372036854775808 | 18446744073709551615 | 340282366920938463463374607431768211455)
        large=no ;;
    *) large=yes ;;
    esac
    check 0 1 5 3
    check 7 20 -3 6
    check 60 41 1000000007 2
    check 900 800 123456789123456789123456789 1
    check 30 2500 -1 0
done
ring=zn:secp256k1-fq
large=yes
echo "n = 2^256 - 2^32 - 977;" >>"$script"
check 250 300 -2 3

for n in 3 97 2147483647 281474976694273 2305843009213693951 4611686018427387847 18446744073709551557 \
    170141183460469231731687303715884105727; do
    ring=zn:$n
    echo "n = $n;" >>"$script"
    euclid 1 1 1
    euclid 9 8 2
    euclid 40 70 5
    euclid 200 199 0
    [ ${#n} -lt 30 ] || continue
    euclid 1500 1499 3
    euclid 1100 1900 40
done

# over the field of two elements, at the bounds of words
ring=gf2
large=no
echo "n = 2;" >>"$script"
check 0 1 5 3
check 63 64 -3 6
check 127 128 7 3
check 900 800 123456789123456789123456789 2
check 5000 2600 1 2
euclid 1 1 1
euclid 63 62 1
euclid 65 127 64
euclid 400 399 0
euclid 1500 1499 128
euclid 7000 6000 40

# extension P K: all operations over the field of P^K elements, with a random modulus.
extension() {
    seed=$((seed + 1))
    modulus=$("$polymod" gen irreducible --degree "$2" --ring "zn:$1" --seed "$seed" --format human | tr x t)
    ring="gf:$1^$2:$(printf '%s' "$modulus" | tr -d ' ')"
    echo "n = $1; K = $2; w = ffgen(($modulus) * Mod(1, n), 'w);" >>"$script"
    [ "$2" -gt 1 ] && point='=[2,1]' || point='=[2]'
    [ "$1" != 2 ] || point='=[0,1]'
    for degrees in "0 1" "1 1" "9 4" "30 41" "100 64"; do
        size="degrees $degrees"
        for operand in a:${degrees% *} b:${degrees#* } g:2; do
            seed=$((seed + 1))
            run gen poly --degree "${operand#*:}" --seed "$seed"
            printf '%s\n' "$answer" >"$work/${operand%%:*}.json"
            echo "${operand%%:*} = over($answer);" >>"$script"
        done
        for operation in add:+ sub:- mul:\* quo:\\ rem:%; do
            run "${operation%%:*}" "$work/a.json" "$work/b.json"
            compare same_q "${operation%%:*}" "a ${operation#*:} b"
        done
        run pow "$work/b.json" 3 && compare same_q "pow 3" "b^3"
        run derivative "$work/a.json" && compare same_q derivative "deriv(a, 'x)"
        run eval "$work/a.json" "$point" && compare value_q "eval $point" "subst(a, 'x, element(${point#=}))"
        run resultant "$work/a.json" "$work/b.json" && compare value_q resultant "polresultant(a, b)"
        run pow-mod "$work/a.json" 1000003 "$work/b.json" && compare same_q "pow-mod" "lift(Mod(a, b)^1000003)"
        for operand in a b; do
            run mul "$work/$operand.json" "$work/g.json" && printf '%s\n' "$answer" >"$work/$operand-g.json"
        done
        run gcd "$work/a-g.json" "$work/b-g.json" && compare same_q gcd "monic(gcd(a * g, b * g))"
        [ "${degrees% *}" -le 30 ] || continue
        run factor "$work/a-g.json"
        answer="[$(printf '%s' "$answer" | paste -sd, -)]" && compare factors_q factor "a * g"
    done
}
for field in "2 3" "2 128" "3 5" "5 1" "7 2" "251 3" "65537 12" "2147483647 2" "2305843009213693951 3" "18446744073709551557 2" \
    "170141183460469231731687303715884105727 2"; do
    # shellcheck disable=SC2086 # a prime and a degree
    extension $field
done

cat >>"$script" <<GP
if (passed + failed != $cases, failed++; print("differs: the number of cases, $cases"));
print(passed, " passed, ", failed, " failed");
quit(failed > 0);
GP
gp -fq -s 256M "$script" </dev/null
