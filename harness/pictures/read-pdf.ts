import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';

type Node = { role: string; alt?: string; children?: (Node | object)[] };

const walk = (node: Node, visit: (node: Node) => void) => {
  visit(node);
  for (const child of node.children ?? []) if ('role' in child) walk(child as Node, visit);
};

/** Points from the lower edge: what stands below is on every page. */
const FOOT = 45;

/** What a reader gets out of a PDF: its words, its pictures, and its structure as it is read out. */
export const readPdf = async (bytes: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  const { OPS } = await getResolvedPDFJS();
  const { info } = await pdf.getMetadata();
  const pictures: number[] = [];
  const figures: string[] = [];
  const roles = new Set<string>();
  const links: string[] = [];
  const depths: number[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList();
    pictures.push(fnArray.filter((operation) => operation === OPS.paintImageXObject).length);
    const tree = await page.getStructTree();
    if (tree)
      walk(tree as Node, ({ role, alt }) => {
        roles.add(role);
        if (role === 'Figure') figures.push(alt ?? '');
      });
    const { items } = await page.getTextContent();
    const heights = items.flatMap((item) =>
      'transform' in item && item.str.trim() ? item.transform[5] : [],
    );
    depths.push(1 - Math.min(...heights.filter((y) => y > FOOT)) / page.getViewport({ scale: 1 }).height);
    for (const { url } of await page.getAnnotations()) if (url) links.push(url);
  }
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return {
    pages: text,
    text: text.join('\n'),
    pictures: pictures.reduce((sum, count) => sum + count, 0),
    figures,
    roles: [...roles],
    links,
    /** How far down each page is written on, as a share of it; its foot does not count. */
    depths,
    size: [Math.round(width), Math.round(height)],
    title: (info as { Title?: string }).Title,
    language: (info as { Language?: string }).Language,
    marked: (await pdf.getMarkInfo())?.Marked ?? false,
  };
};
