# How this game's bots were trained; tools/train.sh runs these steps.
step skerry-train nevergiveup --rounds 200 --games 200 --rate 2000
step skerry-train nevergiveup --rounds 160 --games 160 --rate 1000 --go-on --seed 2
step skerry-train nevergiveup --rounds 160 --games 160 --rate 1500 --go-on --seed 3
