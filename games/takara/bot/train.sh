# How this game's bots were trained; tools/train.sh runs these steps.
step skerry-train takara --rounds 200 --games 400
step skerry-train takara --rounds 120 --games 300 --seed 9 --go-on
