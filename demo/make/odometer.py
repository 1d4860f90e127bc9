"""Draws an instrument cluster that shows 84 312 km: python odometer.py. See ../pictures/README.md."""

import math
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

TARGET = Path(__file__).parent.parent / "pictures" / "odometer.jpg"
SIZE = (1600, 1200)


def font(size):
    return ImageFont.load_default(size)


def on_circle(centre, radius, degrees):
    a = math.radians(degrees)
    return centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)


def dial(draw, centre, radius, numbers, unit, value):
    """A round instrument; value is the share of the scale that the needle has passed."""
    box = [centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius]
    draw.ellipse(box, fill=(196, 199, 202), outline=(120, 124, 130), width=8)
    steps = (len(numbers) - 1) * 5
    for step in range(steps + 1):
        angle, long = 140 + 260 * step / steps, step % 5 == 0
        ends = [on_circle(centre, radius * share, angle) for share in (0.93, 0.83 if long else 0.88)]
        draw.line(ends, fill=(40, 42, 46), width=6 if long else 3)
        if long:
            draw.text(on_circle(centre, radius * 0.70, angle), numbers[step // 5], fill=(30, 32, 36), font=font(34), anchor="mm")
    draw.text((centre[0], centre[1] - radius * 0.32), unit, fill=(70, 74, 80), font=font(28), anchor="mm")
    tip = on_circle(centre, radius * 0.80, 140 + 260 * value)
    draw.line([centre, tip], fill=(215, 60, 40), width=11)
    draw.ellipse([centre[0] - 34, centre[1] - 34, centre[0] + 34, centre[1] + 34], fill=(40, 42, 46), outline=(90, 94, 100), width=4)


def cluster():
    image = Image.new("RGB", SIZE, (152, 152, 148))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle([60, 190, 1540, 960], 260, fill=(84, 87, 92), outline=(120, 122, 126), width=16)
    dial(draw, (430, 560), 300, [str(n) for n in range(0, 9)], "x1000 r/min", 0.0)
    dial(draw, (1170, 560), 300, [str(n) for n in range(0, 241, 30)], "km/h", 0.0)
    draw.rounded_rectangle([660, 640, 940, 860], 18, fill=(24, 34, 44), outline=(70, 78, 88), width=4)
    draw.text((800, 690), "ODO", fill=(150, 190, 215), font=font(34), anchor="mm")
    draw.text((800, 755), "84312 km", fill=(225, 242, 252), font=font(58), anchor="mm")
    draw.text((800, 820), "12:40   18 C", fill=(140, 176, 200), font=font(32), anchor="mm")
    return image


def main():
    image = cluster()
    glare = Image.new("L", SIZE)
    ImageDraw.Draw(glare).polygon([(900, 150), (1250, 150), (700, 1000), (420, 1000)], fill=40)
    image.paste(Image.new("RGB", SIZE, (200, 215, 230)), mask=glare.filter(ImageFilter.GaussianBlur(60)))
    image = image.rotate(2.2, Image.Resampling.BICUBIC, fillcolor=(150, 150, 146)).filter(ImageFilter.GaussianBlur(1.1))
    noise = Image.effect_noise(SIZE, 12).convert("RGB")
    Image.blend(image, noise, 0.04).save(TARGET, quality=80, optimize=True)


main()
