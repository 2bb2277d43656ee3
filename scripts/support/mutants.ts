/** The mutants of a source file: small mistakes of the kinds that people make, each one alone. */
import { parseSync } from 'vite'

export interface Mutant {
  /** From where to where in the source, and what stands there in its place. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** What kind of mistake it is. */
  readonly operator: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

const SWAPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

/** They change nothing that runs. */
const TYPES = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/
const UNTOUCHED = ['ImportDeclaration', 'ExportAllDeclaration', 'TemplateElement']

export function mutantsOf(path: string, source: string): Mutant[] {
  const { program } = parseSync(path, source)
  const mutants: Mutant[] = []
  const visit = (node: Node, parent: Node | null): void => {
    if (TYPES.test(node.type) || UNTOUCHED.includes(node.type)) return
    mutants.push(...mistakesIn(node, parent, source))
    for (const [name, inner] of Object.entries(node)) {
      // What is exported from another file is written as that file's name.
      if (node.type === 'ExportNamedDeclaration' && name === 'source') continue
      if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue
      // What an object's field is called is the field's own mistake.
      if (node.type === 'Property' && name === 'key' && !node.computed) continue
      for (const one of Array.isArray(inner) ? inner : [inner]) if (isNode(one)) visit(one, node)
    }
  }
  visit(program as unknown as Node, null)
  return mutants
}

/** A mistake that no parser reads is none: it would be found by everything. */
export function isReadable(path: string, source: string): boolean {
  return parseSync(path, source).errors.length === 0
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function mistakesIn(node: Node, parent: Node | null, source: string): Mutant[] {
  const { start, end } = node
  const instead = (operator: string, text: string): Mutant[] => [{ start, end, text, operator }]
  switch (node.type) {
    case 'Literal': {
      if (typeof node.value === 'number') return instead('number', `(${source.slice(start, end)} + 1)`)
      if (typeof node.value === 'boolean') return instead('boolean', String(!node.value))
      if (typeof node.value === 'string') return instead('string', JSON.stringify(`${node.value}~`))
      return []
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapped(node, source)
    case 'IfStatement':
      return [...instead('removed line', ''), ...negated(node.test as Node, source)]
    case 'ConditionalExpression':
      return negated(node.test as Node, source)
    case 'ExpressionStatement':
      return instead('removed line', '')
    case 'Property':
      return parent?.type === 'ObjectExpression' ? removedField(node, source) : []
    default:
      return []
  }
}

function swapped({ left, right, operator }: Node, source: string): Mutant[] {
  const other = SWAPPED[String(operator)]
  if (other === undefined) return []
  const between = source.slice((left as Node).end, (right as Node).start)
  const at = (left as Node).end + between.indexOf(String(operator))
  return [{ start: at, end: at + String(operator).length, text: other, operator: 'comparison' }]
}

function negated({ start, end }: Node, source: string): Mutant[] {
  return [{ start, end, text: `!(${source.slice(start, end)})`, operator: 'condition' }]
}

function removedField({ start, end }: Node, source: string): Mutant[] {
  const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
  return [{ start, end: end + comma, text: '', operator: 'removed field' }]
}
