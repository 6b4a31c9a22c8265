/**
 * No component styles the inside of another: what varies from place to place is a custom property that the
 * component documents, or its own rule for a place it lies in (`:global(.tile) .who`).
 */
import { parse, type AST } from 'svelte/compiler'
import { expect, test } from 'vitest'

const COMPONENTS = import.meta.glob<string>('../**/*.svelte', { eager: true, query: '?raw', import: 'default' })

/** What a component may say of the children that it lays out: where they are. */
const PLACES = /^(flex|order|margin(-\w+)*|grid-(area|row|column)|(justify|align)-self)$/

/** The rules of a style sheet, those within at-rules too. */
function* rulesOf(nodes: readonly AST.CSS.Node[]): Generator<AST.CSS.Rule> {
  for (const node of nodes) {
    if (node.type === 'Rule') yield node
    if (node.type === 'Atrule') yield* rulesOf(node.block?.children ?? [])
  }
}

/** What a complex selector ends in, where that is the element of another component. */
function foreign(selector: AST.CSS.ComplexSelector): AST.CSS.RelativeSelector | null {
  const last = selector.children.at(-1)
  const first = last?.selectors[0]
  return last && first?.type === 'PseudoClassSelector' && first.name === 'global' && first.args ? last : null
}

/** A look draws inside the frame of its piece, whose class is its `shape`: that frame is its own. */
function frames(path: string, source: string): RegExp | null {
  const shape = path.includes('/pieces/') && /export const shape = '(\w+)/.exec(source)
  return shape ? new RegExp(`\\.${shape[1]}(?![\\w-])`) : null
}

function isPlacing(rule: AST.CSS.Rule, subject: AST.CSS.RelativeSelector): boolean {
  const said = rule.block.children.map((each) => (each.type === 'Declaration' ? each.property : ''))
  return subject.combinator?.name === '>' && said.every((property) => PLACES.test(property))
}

/** The selectors of a component that reach into another one. */
function reaching(path: string, source: string): string[] {
  const style = /<style>.*<\/style>/s.exec(source)?.[0] ?? ''
  const css = parse(style, { modern: true }).css
  const frame = frames(path, source)
  const found: string[] = []
  for (const rule of rulesOf(css?.children ?? [])) {
    for (const selector of rule.prelude.children) {
      const subject = foreign(selector)
      const text = style.slice(selector.start, selector.end)
      if (subject && !frame?.test(text) && !isPlacing(rule, subject)) found.push(`${path}: ${text}`)
    }
  }
  return found
}

test('no component styles the inside of another', () => {
  expect(Object.entries(COMPONENTS).flatMap(([path, source]) => reaching(path, source))).toEqual([])
}, 30_000)

test('a rule that reaches into another component is found', () => {
  const style = (rules: string) => `<p class="own"></p><style>${rules}</style>`
  expect(reaching('../x.svelte', style('.own :global(.other) { color: red }'))).toHaveLength(1)
  expect(reaching('../x.svelte', style('.own > :global(.other) { color: red }'))).toHaveLength(1)
  expect(reaching('../x.svelte', style('.own > :global(.other) { flex: 1; margin-top: 2px }'))).toHaveLength(0)
  expect(reaching('../x.svelte', style(':global(.tile) .own { color: red }'))).toHaveLength(0)
})
