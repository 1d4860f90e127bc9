/** The verdict as one page without anything from outside: for people who decide, not for engineers. */
import { barsOf } from './bars.ts';
import type { Range } from './bootstrap.ts';
import type { Example } from './examples.ts';
import type { GateResult } from './gate-file.ts';
import { CONFIDENCE, CONFIDENCE_BY_TYPE, LEAST_CASES, MARGIN } from './tuning.ts';
import type { Judged, JudgedSet, Outcome, SetName } from './verdict.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const VERDICTS = {
  accepted: ['Accepted', 'The candidate may take the place of the installed model.'],
  refused: ['Refused', 'The candidate must not take the place of the installed model.'],
  undecided: [
    'Undecided: too little data',
    'Nobody can say yet whether the candidate is as good. Keep the installed model.',
  ],
} as const;

const SETS: Record<SetName, { title: string; about: string }> = {
  own: {
    title: 'Your own held-out vehicles',
    about: 'Vehicles of your approved inspections that neither training nor thresholds saw.',
  },
  public: {
    title: 'The public yardstick',
    about: 'Photos of other people’s vehicles. A model that learned only yours may have forgotten these.',
  },
};

const OUTCOMES: Record<Outcome, string> = {
  better: 'better',
  worse: 'worse',
  same: 'no clear difference',
  too_few: `fewer than ${LEAST_CASES} cases`,
};

const value = ({ unit }: Judged, number: number) =>
  unit === 'share' ? `${(100 * number).toFixed(0)} %` : number.toFixed(2);

const withRange = (figure: Judged, range: Range | null) =>
  range === null
    ? '–'
    : `<b>${value(figure, range.value)}</b> <span class="range">${value(figure, range.low)} to ${value(figure, range.high)}</span>`;

const points = ({ unit }: Judged, number: number) => {
  const shown = unit === 'share' ? (100 * number).toFixed(0) : number.toFixed(2);
  return Number(shown) > 0 ? `+${shown}` : shown.replace('-', '−');
};

const differenceOf = (figure: Judged) =>
  figure.difference === null
    ? '–'
    : `<b>${points(figure, figure.difference.value)}</b> <span class="range">${points(figure, figure.difference.low)} to ${points(figure, figure.difference.high)}</span>`;

const casesOf = ({ installed, candidate }: Judged) => {
  const [one, other] = [installed?.of ?? 0, candidate?.of ?? 0];
  return one === other ? `${one}` : `${one} / ${other}`;
};

const rowOf = (figure: Judged) =>
  `<tr class="${figure.outcome}"><th scope="row">${escaped(figure.about)}<small>${figure.better === 'more' ? 'more is better' : 'less is better'}</small></th><td>${barsOf(figure)}</td><td>${withRange(figure, figure.installed)}</td><td>${withRange(figure, figure.candidate)}</td><td>${differenceOf(figure)}</td><td>${casesOf(figure)}</td><td class="outcome">${OUTCOMES[figure.outcome]}</td></tr>`;

const HEAD =
  '<thead><tr><th></th><th>bars</th><th>installed</th><th>candidate</th><th>difference</th><th>cases</th><th>verdict</th></tr></thead>';

const tableOf = (figures: readonly Judged[]) =>
  `<div class="scroll"><table>${HEAD}<tbody>${figures.map(rowOf).join('')}</tbody></table></div>`;

const setSection = ({ name, vehicles, photos, inspections, damages, figures }: JudgedSet) => {
  const byType = figures.filter(
    ({ type, installed, candidate }) => type !== null && (installed ?? candidate) !== null,
  );
  return `<section><h2>${SETS[name].title}</h2><p>${SETS[name].about} ${vehicles} vehicles, ${inspections} inspections, ${photos} photos, ${damages} labeled damages.</p>${tableOf(figures.filter(({ type }) => type === null))}<details><summary>By type of damage (${byType.length} figures)</summary>${tableOf(byType)}</details></section>`;
};

const exampleOf = ({ caption, installed, candidate }: Example) =>
  `<figure><div><img src="${installed}" alt="with the installed model"><img src="${candidate}" alt="with the candidate"></div><figcaption>${escaped(caption)}</figcaption></figure>`;

const examplesSection = (examples: readonly Example[]) =>
  examples.length === 0
    ? '<section><h2>Where the two differ</h2><p>Their findings are the same on every held-out photo of yours.</p></section>'
    : `<section><h2>Where the two differ</h2><p>Left the installed model, right the candidate. Dashed green: a damage that people labeled. Blue: a finding that lies on one. Red: a finding that does not. <b>This page holds photos of your vehicles: keep it as you keep those.</b></p><div class="examples">${examples.map(exampleOf).join('')}</div></section>`;

const HOW = `<section><h2>How to read this page</h2><ul>
<li><b>Findings</b> are what the service lists as damages. <b>Suspicions</b> are what it asks a person to check.</li>
<li>The thin line on a bar is the interval in which the true figure probably lies: ${100 * CONFIDENCE} % sure, and ${100 * CONFIDENCE_BY_TYPE} % for single types. Few vehicles make wide intervals.</li>
<li><b>Difference</b> is candidate minus installed, on the same vehicles; for shares in points. If its interval does not contain 0, it is more than chance.</li>
<li>The candidate is <b>refused</b> if anything got worse by more than chance, or if it is much slower.</li>
<li>It is <b>undecided</b> if the figures cannot rule out a loss of more than ${100 * MARGIN} points. Approve more inspections and export again.</li>
<li>A label is what a person confirmed after seeing the finds of the installed model. That favors the installed model a little.</li>
</ul></section>`;

const STYLE = `:root{color-scheme:light dark;--ground:#fff;--text:#1b1f24;--soft:#5b6470;--line:#d8dde3;--installed:#9aa5b1;--candidate:#2f6fde;--accepted:#1a7f4b;--refused:#b3261e;--undecided:#8a5a00}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--text:#e6e9ed;--soft:#a2abb6;--line:#343a42;--installed:#7b8794;--candidate:#6ea1ff;--accepted:#4cc38a;--refused:#ff7b72;--undecided:#e3b341}}
body{margin:0 auto;max-width:1100px;padding:24px 16px 64px;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0 0 4px}h2{font-size:1.2rem;margin:36px 0 4px}p{margin:4px 0 12px}
.verdict{border-left:6px solid var(--kind);padding:8px 16px;margin:16px 0}.verdict strong{color:var(--kind);font-size:1.3rem}
.accepted{--kind:var(--accepted)}.refused{--kind:var(--refused)}.undecided{--kind:var(--undecided)}
.soft,small,.range{color:var(--soft)}small{display:block;font-weight:400}.range{font-size:.85em;white-space:nowrap}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;padding:8px 10px;border-bottom:1px solid var(--line);vertical-align:top}tbody th{font-weight:500;max-width:290px}
tr.worse .outcome{color:var(--refused);font-weight:600}tr.better .outcome{color:var(--accepted);font-weight:600}tr.too_few{opacity:.75}
.bars .installed{fill:var(--installed)}.bars .candidate{fill:var(--candidate)}.bars .interval{stroke:var(--text);stroke-width:1.2;fill:none}.bars .axis{stroke:var(--line);stroke-width:1;fill:none}
.key i{display:inline-block;width:12px;height:12px;border-radius:2px;margin:0 5px 0 12px;vertical-align:-1px}
summary{cursor:pointer;padding:10px 0}.examples{display:grid;gap:20px}figure{margin:0}figure div{display:grid;grid-template-columns:1fr 1fr;gap:8px}img{width:100%;display:block;border-radius:4px}figcaption{color:var(--soft);padding-top:4px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}`;

const model = ({ version, sha256 }: { version: string; sha256: string }) =>
  `${escaped(version)} <span class="range">${sha256.slice(0, 12)}</span>`;

const times = (ratio: number) => ratio.toFixed(2);

export const pageOf = (result: GateResult, examples: readonly Example[]): string => {
  const { verdict, reasons, candidate, installed, measured_at, sets, speed } = result;
  const [title, meaning] = VERDICTS[verdict];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}: damage model ${escaped(candidate.version)}</title><style>${STYLE}</style></head>
<body><h1>Damage model ${escaped(candidate.version)}</h1><p class="soft">compared with the installed model ${escaped(installed.version)}</p>
<div class="verdict ${verdict}"><strong>${title}</strong><p>${meaning}</p><ul>${reasons.map((reason) => `<li>${escaped(reason)}</li>`).join('')}</ul></div>
<dl><dt>candidate</dt><dd>${model(candidate)}</dd><dt>installed</dt><dd>${model(installed)}</dd><dt>measured</dt><dd>${escaped(measured_at.slice(0, 16).replace('T', ' '))} UTC</dd><dt>time per photo</dt><dd>${Math.round(speed.installed_ms)} ms installed, ${Math.round(speed.candidate_ms)} ms candidate: ${times(speed.ratio.value)} times as long <span class="range">${times(speed.ratio.low)} to ${times(speed.ratio.high)}</span> (${speed.photos} photos)</dd></dl>
<p class="key"><i style="background:var(--installed)"></i>installed<i style="background:var(--candidate)"></i>candidate</p>
${sets.map(setSection).join('\n')}
${examplesSection(examples)}
${HOW}
</body></html>
`;
};
