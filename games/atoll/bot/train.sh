# How this game's bots were trained; tools/train.sh runs these steps.
step skerry-train-atoll --minutes 7.6 --games 1600 --exact 4 --seed 1
step skerry-train-atoll --minutes 22 --games 800 --exact 8 --rate 300 --seed 2 --go-on
