/** The look of the built-in provider's pages: system fonts, light and dark, no file to load. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef1f5; --card: #ffffff; --text: #16202c; --soft: #55626f; --line: #ccd4dd;
  --accent: #0b5cad; --accent-strong: #084a8c; --on-accent: #ffffff; --focus: #0b5cad;
  --note: #f3f6fa; --alarm: #a31621; --alarm-ground: #fdf0f0; --alarm-line: #efb8bc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e141b; --card: #18212b; --text: #e8edf3; --soft: #a3b0bd; --line: #3a4754;
    --accent: #6db3f8; --accent-strong: #93c7fb; --on-accent: #08192b; --focus: #93c7fb;
    --note: #1f2a36; --alarm: #ffb3b3; --alarm-ground: #3a1d20; --alarm-line: #6d3438;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
main { width: 100%; max-width: 420px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 20px; font-weight: 650; font-size: 18px; }
.brand svg { width: 40px; height: 40px; color: var(--accent); flex: none; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 32px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 12px 32px rgb(0 0 0 / 7%);
}
h1 { margin: 0; font-size: 26px; line-height: 1.25; letter-spacing: -0.01em; }
.lead { margin: 6px 0 24px; color: var(--soft); overflow-wrap: anywhere; }
.alarm {
  margin: 0 0 20px; padding: 12px 14px; border: 1px solid var(--alarm-line); border-radius: 10px;
  background: var(--alarm-ground); color: var(--alarm);
}
.card > p:last-child { margin-bottom: 0; }
label { display: block; margin: 0 0 6px; font-weight: 600; font-size: 15px; }
input {
  display: block; width: 100%; height: 46px; margin: 0 0 18px; padding: 0 14px; border: 1px solid var(--soft);
  border-radius: 10px; background: var(--card); color: var(--text); font: inherit;
}
input[aria-invalid="true"] { border-color: var(--alarm); }
button {
  display: block; width: 100%; height: 48px; border: 1px solid transparent; border-radius: 10px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 650; cursor: pointer;
}
button:hover { background: var(--accent-strong); }
button.quiet { margin: 8px 0 -12px; background: transparent; color: var(--accent); }
button.quiet:hover { background: var(--note); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
input:focus-visible { outline-width: 2px; outline-offset: -1px; border-color: var(--focus); }
.note {
  margin: 20px 0 0; padding: 16px 18px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--note); color: var(--soft); font-size: 15px;
}
.note h2 { margin: 0 0 4px; font-size: 15px; color: var(--text); }
.note p { margin: 0; }
.note strong { color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
code {
  padding: 1px 5px; border-radius: 5px; background: var(--card); border: 1px solid var(--line); color: var(--text);
  font: 0.9em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere;
}
@media (max-width: 460px) {
  body { place-items: start center; padding-top: 28px; }
  .card { padding: 24px 20px; }
}
`;
