# How this game's bots were trained; tools/train.sh runs these steps.
step skerry-train ayeaye --rounds 200 --games 400
step skerry-train ayeaye --rounds 40 --games 400 --rate 300 --go-on --seed 5
