#!/usr/bin/env python3
"""The HTML card in a real browser: card_browser_test.py WARPLINT SOURCE EVIDENCE [FOLDER FOR SCREENSHOTS]

Text must stand out from what is behind it, in light and dark (WCAG 2.1, 1.4.3: 4.5, or 3 for large
text), and nothing may be wider than the window, on a desk and on a phone. Exits with 77 (skipped)
where headless Chromium or Selenium is missing (Debian: chromium, chromium-driver, python3-selenium).
"""
import os
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77
sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python runs this
try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError as error:
    print(f"skipped: there is no Selenium (python3-selenium): {error}")
    sys.exit(SKIPPED)

WARPLINT, SOURCE, EVIDENCE, SHOTS = None, None, None, None

# Each text with its colour and what is painted behind it; of an SVG text the fill is the colour.
FAINT_TEXTS = """
const channels = text => (text.match(/[\\d.]+/g) || []).map(Number);
const luminance = rgb => {
  const [r, g, b] = rgb.map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = element => {
  for (let at = element; at; at = at.parentElement) {
    const colour = channels(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] === 1)
      return colour.slice(0, 3);
  }
  return [255, 255, 255];
};
const faint = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode.textContent.trim();
  const element = walker.currentNode.parentElement;
  if (!text || element.tagName === "STYLE")
    continue;
  const style = getComputedStyle(element);
  const colour = channels(element instanceof SVGElement ? style.fill : style.color).slice(0, 3);
  const [a, b] = [luminance(colour), luminance(behind(element))];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
  if (contrast < (large ? 3 : 4.5))
    faint.push(`${contrast.toFixed(2)} ${text.slice(0, 40)}`);
}
return faint;
"""


def open_browser(dark, width):
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},1000", "--hide-scrollbars"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    # A window may be no narrower than the platform likes: the page is given its width all the same.
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    return browser


class Card(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.page = os.path.join(cls.folder.name, "card.html")
        subprocess.run([WARPLINT, "card", "--cuda-path", "none", "--evidence", EVIDENCE, SOURCE,
                        "--output", cls.page], check=True, cwd=os.path.dirname(SOURCE))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def look(self, dark, width):
        browser = open_browser(dark, width)
        try:
            browser.get("file://" + self.page)
            if SHOTS:
                height = browser.execute_script("return document.documentElement.scrollHeight")
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
                name = f"card-{'dark' if dark else 'light'}-{width}.png"
                browser.save_screenshot(os.path.join(SHOTS, name))
            self.assertEqual(browser.execute_script(FAINT_TEXTS), [])
            wide = browser.execute_script("return document.documentElement.scrollWidth")
            self.assertLessEqual(wide, width)
            self.assertEqual(browser.execute_script("return document.scripts.length"), 0)
            paper = browser.execute_script(
                "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
            self.assertEqual(max(paper) < 64, dark, "it follows the reader's setting")
            shown = browser.execute_script("return document.body.innerText")
            for text in ("What would gain most", "Operations of a launch, measured", "tf32_tensor"):
                self.assertIn(text.lower(), shown.lower())
        finally:
            browser.quit()

    def test_light_on_a_desk(self):
        self.look(dark=False, width=1280)

    def test_dark_on_a_desk(self):
        self.look(dark=True, width=1280)

    def test_light_on_a_phone(self):
        self.look(dark=False, width=420)

    def test_dark_on_a_phone(self):
        self.look(dark=True, width=420)


if __name__ == "__main__":
    WARPLINT, SOURCE, EVIDENCE = (os.path.abspath(path) for path in sys.argv[1:4])
    SHOTS = sys.argv[4] if len(sys.argv) > 4 else None
    try:
        open_browser(dark=False, width=1280).quit()
    except WebDriverException as error:
        print(f"skipped: no headless Chromium: {error}")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
