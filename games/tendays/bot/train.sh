# How this game's bots were trained; tools/train.sh runs these steps.
step skerry-tune tendays --rounds 320 --games 1600 --rate 600
step skerry-train tendays --seats 2 --rounds 240 --games 3200 --stray 300
step skerry-train tendays --seats 3-6 --rounds 160 --games 800 --stray 300 --go-on
