/** What a file of tests calls its tests: texts as they stand, templates with their placeholders. */

const TITLE = /(?:\b(?:test|it|describe)(?:\.each)?|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g

export function titlesIn(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, single, double, back]) => unescaped(single ?? double ?? back ?? ''))
}

function unescaped(text: string): string {
  return text.replace(/\\(['"`\\])/g, '$1')
}
