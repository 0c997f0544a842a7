#!/usr/bin/env python3
"""The HTML report in a real browser: browser_test.py HTML_SAMPLES [FOLDER FOR SCREENSHOTS]

HTML_SAMPLES is the program that writes the reports. Exits with 77 (skipped) where headless Chromium
or Selenium is missing (Debian: chromium, chromium-driver, python3-selenium).
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest

SKIPPED = 77
sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python runs this
try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError as error:
    print(f"skipped: there is no Selenium (python3-selenium): {error}")
    sys.exit(SKIPPED)

SAMPLES, SHOTS = None, None


def open_browser(script=True, dark=False):
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1440,1000", "--hide-scrollbars"):
        options.add_argument(argument)
    if dark:
        options.add_argument("--force-dark-mode")
        options.add_argument("--blink-settings=preferredColorScheme=0")
    if not script:
        options.add_experimental_option(
            "prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.set_script_timeout(30)
    if dark:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return browser


class ReportInBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([SAMPLES, cls.folder.name], check=True)
        cls.browser = open_browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.get("about:blank")
        self.browser.get_log("browser")

    def tearDown(self):
        said = [entry for entry in self.browser.get_log("browser")]
        self.assertEqual(said, [], "the console is not empty")

    def open(self, name, hash=""):
        self.browser.get(f"file://{self.folder.name}/{name}.html{hash}")

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def status(self):
        return self.find(".count [role=status]").text.replace("\u202f", "")

    def select(self, name, value):
        Select(self.find(f"select[name={name}]")).select_by_value(value)
        # The browser tells the page of it after the click has returned.
        self.browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")

    def shot(self, name):
        if SHOTS:
            self.browser.save_screenshot(os.path.join(SHOTS, name + ".png"))

    def test_10000_findings_open_at_once(self):
        size = os.path.getsize(f"{self.folder.name}/large.html")
        self.assertLess(size, 15_000_000)
        for _ in range(5):  # on a machine that is busy with other things, once is enough
            self.browser.get("about:blank")
            started = time.monotonic()
            self.open("large")
            self.find("select[name=rule]")
            self.assertEqual(self.status(), "10000 findings")
            opened = time.monotonic() - started
            started = time.monotonic()
            self.select("rule", "shared-bank-conflict")
            self.assertIn("of 10000 findings", self.status())
            filtered = time.monotonic() - started
            if opened < 2 and filtered < 1:
                break
        self.assertLess(opened, 2)
        self.assertLess(filtered, 1)
        print(f"{size / 1e6:.1f} MB, open in {opened:.2f} s, filtered in {filtered:.2f} s")

    def test_filters(self):
        self.open("large")
        self.select("rule", "sync-divergent-barrier")
        self.assertEqual(self.status(), "200 of 10000 findings")
        self.assertTrue(all("sync-divergent-barrier" in row.text for row in self.all(".row")))
        self.select("severity", "warning")
        self.assertEqual(self.status(), "0 of 10000 findings")
        self.assertIn("No finding matches", self.find(".detail").text)
        self.find("button[type=reset]").click()
        time.sleep(0.1)
        self.assertEqual(self.status(), "10000 findings")
        for name, value in (("family", "shared"), ("confidence", "likely"), ("verdict", "confirmed"),
                            ("status", "suppressed by baseline")):
            self.select(name, value)
            self.assertNotEqual(self.status(), "10000 findings", name)
            self.select(name, "")
        everything = len(self.all("select[name=folder] option"))
        self.assertEqual(everything, 7)  # all; bench, src, each with two folders
        self.select("folder", "src")
        self.assertTrue(all("src/" in row.text for row in self.all(".row")))
        self.find("input[name=text]").send_keys("KERNEL_007 conflict")
        rows = self.all(".row")
        self.assertEqual(rows, [])  # file 7 has none of them
        self.find("input[name=text]").clear()
        self.find("input[name=text]").send_keys("kernel_008.cu conflict")
        self.assertTrue(self.all(".row"))
        self.assertTrue(all("kernel_008" in row.text for row in self.all(".row")))

    def test_sorting(self):
        self.open("large")
        costs = [int("".join(c for c in cell.text.split(" slot")[0] if c.isdigit()))
                 for cell in self.all(".row .cost")]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertGreater(len(costs), 50)
        self.select("sort", "severity")
        self.assertIn("error", self.all(".row")[0].get_attribute("class"))
        self.select("sort", "place")
        places = [row.find_element(By.CSS_SELECTOR, ".path").text for row in self.all(".row")]
        self.assertEqual(places[0], "bench/norm/kernel_000.cu:8")

    def test_deep_links(self):
        self.open("large")
        self.find("input[name=text]").send_keys("kernel_123")
        row = self.all(".row")[1]
        row.click()
        message, address = self.find(".detail h2").text, self.browser.current_url
        self.assertIn("finding=", address)
        self.browser.get("about:blank")
        self.browser.get(address)
        self.assertEqual(self.find(".detail h2").text, message)
        self.assertEqual(self.find("input[name=text]").get_attribute("value"), "kernel_123")
        self.assertEqual(len(self.all(".row[aria-current=true]")), 1)
        self.open("large", "#finding=" + format(0x9e3779b97f4a7c15 * 10000 % 2**64, "016x"))
        self.assertIn("kernel_399.cu", self.find(".detail").text)  # the last one of the file
        self.open("large", "#finding=ffff")
        self.assertIn("is not in the report", self.find(".detail").text)

    def test_summary_leads_to_findings(self):
        self.open("large")
        self.find('[data-filter=rule][data-value="divergence-branch"] button').click()
        self.assertTrue(all("divergence-branch" in row.text for row in self.all(".row")))
        self.all("[data-finding] button")[0].click()
        self.assertEqual(self.status(), "10000 findings")
        self.assertIn("slots", self.find(".detail .facts").text)

    def test_detail(self):
        self.open("large", "#rule=memory-strided-access&verdict=confirmed")
        self.assertIn("in[row * cols + col]", self.find(".detail mark").text)
        self.assertTrue(self.all(".detail .k"))
        self.assertTrue(self.all(".picture .wire"))
        heads = [head.text for head in self.all(".values thead th")]
        self.assertEqual(heads, ["Evidence", "predicted, per block", "measured, per run"])
        self.assertTrue(self.all(".values .same"))
        self.find(".detail details summary").click()
        self.assertIn("A second paragraph.", self.find(".detail details").text)
        links = self.all(".detail details a")
        self.assertEqual([link.get_attribute("href") for link in links], ["https://example.org/guide"])
        self.shot("strided-light")
        self.open("large", "#rule=shared-bank-conflict")
        self.assertTrue(self.all(".picture .hit"))
        self.assertIn("TILE + 1", self.find(".code .plus").text)
        self.shot("banks-light")
        for rule in ("divergence-branch", "sync-divergent-barrier"):
            self.open("large", "#rule=" + rule)
            self.assertTrue(self.all(".picture svg"))
            self.assertNotIn("[object", self.find(".detail").text)
            self.assertNotIn("undefined", self.find(".detail").text)

    def test_keyboard(self):
        self.open("large")
        body = self.find("body")
        first = self.find(".row[aria-current=true]").get_attribute("data-index")
        body.send_keys("j")
        second = self.browser.switch_to.active_element.get_attribute("data-index")
        self.assertNotEqual(first, second)
        self.assertEqual(second, self.find(".row[aria-current=true]").get_attribute("data-index"))
        self.browser.switch_to.active_element.send_keys("k")
        self.assertEqual(first, self.browser.switch_to.active_element.get_attribute("data-index"))
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
        self.assertEqual(second, self.browser.switch_to.active_element.get_attribute("data-index"))
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "detail-title")
        self.find("body").send_keys("/")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("name"), "text")
        # Everything is reachable, and has a name.
        unnamed = self.browser.execute_script("""
            return [...document.querySelectorAll("button, a, input, select, svg[role=img]")].filter(
                (e) => !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).length""")
        self.assertEqual(unnamed, 0)

    def test_many_rows_come_as_one_scrolls(self):
        self.open("large")
        self.assertLess(len(self.all(".row")), 500)
        self.browser.execute_script("const l = document.querySelector('.list'); l.scrollTop = l.scrollHeight")
        time.sleep(0.3)
        self.assertGreaterEqual(len(self.all(".row")), 200)

    def test_hostile_text_is_text(self):
        self.open("hostile", "#finding=finding0")
        self.assertIsNone(self.browser.execute_script("return window.hacked ?? null"))
        self.assertEqual(self.all("img, iframe, object"), [])
        self.assertEqual(len(self.all("script")), 2)
        detail = self.find(".detail").text
        self.assertIn("</script><script>window.hacked = 1</script>", detail)
        self.assertIn("<U+202E>", detail)
        self.assertIn("<U+0000>", detail)
        self.assertIn("<FF>", detail)
        self.assertNotIn("\u202e", self.browser.page_source)
        self.assertNotIn("\x00", self.browser.page_source)
        self.assertIn("</script>", self.find(".code").text)
        self.assertNotIn("[object", detail)
        for link in self.all("a"):
            self.assertFalse((link.get_attribute("href") or "").startswith("javascript"))
        self.find(".detail details summary").click()
        for row in self.all(".row"):
            row.click()
        self.assertIn("</script>", self.find("#summary").text)
        self.assertIsNone(self.browser.execute_script("return window.hacked ?? null"))
        self.shot("hostile-light")

    def test_nothing_else_runs(self):
        self.open("empty")
        self.assertIn("Nothing was found", self.find(".detail").text)
        self.browser.execute_script("""
            const script = document.createElement("script");
            script.textContent = "window.hacked = 4";
            document.body.append(script);""")
        self.assertIsNone(self.browser.execute_script("return window.hacked ?? null"))
        blocked = self.browser.get_log("browser")
        self.assertTrue(any("Content Security Policy" in entry["message"] for entry in blocked))

    def test_without_script_the_summary_is_there(self):
        browser = open_browser(script=False)
        try:
            browser.get(f"file://{self.folder.name}/large.html")
            text = browser.find_element(By.TAG_NAME, "body").text
            for words in ("By rule", "memory-strided-access", "What costs most", "Scripts are off"):
                self.assertIn(words, text)
            if SHOTS:
                browser.save_screenshot(os.path.join(SHOTS, "no-script.png"))
        finally:
            browser.quit()

    def test_dark(self):
        browser = open_browser(dark=True)
        try:
            browser.get(f"file://{self.folder.name}/large.html#rule=shared-bank-conflict")
            colour = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
            self.assertLess(sum(int(part) for part in colour[4:-1].split(",")), 150)
            if SHOTS:
                browser.execute_script("scrollTo(0, 0)")
                browser.save_screenshot(os.path.join(SHOTS, "summary-dark.png"))
                browser.execute_script("document.querySelector('#findings').scrollIntoView()")
                browser.save_screenshot(os.path.join(SHOTS, "banks-dark.png"))
                browser.get(f"file://{self.folder.name}/large.html#rule=memory-strided-access&verdict=confirmed")
                browser.execute_script("document.querySelector('.panes').scrollIntoView()")
                browser.save_screenshot(os.path.join(SHOTS, "strided-dark.png"))
        finally:
            browser.quit()

    def test_narrow(self):
        self.browser.set_window_size(420, 900)
        try:
            self.open("large")
            wide = self.browser.execute_script(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            self.assertLessEqual(wide, 0)
            self.shot("narrow-light")
        finally:
            self.browser.set_window_size(1440, 1000)

    def test_looks(self):
        if not SHOTS:
            self.skipTest("no folder for screenshots")
        self.open("large")
        self.browser.execute_script("scrollTo(0, 0)")
        self.shot("summary-light")


if __name__ == "__main__":
    SAMPLES = sys.argv[1]
    if len(sys.argv) > 2:
        SHOTS = sys.argv[2]
    try:
        open_browser().quit()
    except WebDriverException as error:
        print("skipped: there is no headless Chromium:", str(error).splitlines()[0])
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
