#!/bin/sh
# The smallest bot: it always plays the first listed move. It does not parse JSON; it cuts the move out of the line.
while read -r line; do
    case $line in
    *'"ask": "hello"'*) echo '{"protocol": 1}' ;;
    *'"aside": true'*) echo '{"pass": true}' ;;
    *'"ask": "move"'*)
        moves=${line##*'"moves": ["'}
        echo "{\"move\": \"${moves%%'"'*}\"}"
        ;;
    *) exit 0 ;;
    esac
done
