/** Statements as providers and spreadsheets write them. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { MalformedTable, rowsOfCsv } from '../../domain/csv.ts'
import { isTooWide, MissingColumn, readStatement } from '../../domain/statement.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', fee: 'Taxa', status: 'Situação', date: 'Data' }
const HEADING = 'ID;Valor;Taxa;Situação;Data'
const read = (...lines: string[]) => readStatement([HEADING, ...lines].join('\n'), COLUMNS, async () => undefined)
const amounts = async (...cells: string[]) =>
  (await read(...cells.map((cell, i) => `t${i};${cell};;;`))).lines.map(({ amount }) => amount)

const cellsOf = (text: string) => [...rowsOfCsv(text)].map(({ cells }) => cells)

describe('a table', () => {
  test.each([';', ',', '\t', '|'])(
    'comes back as it was written, whatever its cells hold, with %j between them',
    (mark) => {
      const Cell = fc.string({ unit: fc.constantFrom('a', '1', '"', ';', ',', '\t', '|', '\n', '\r', 'é', ' ', "'") })
      const Table = fc.array(fc.array(Cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
      const written = (rows: string[][]) =>
        rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(mark)).join('\r\n')
      fc.assert(
        fc.property(Table, (rows) => {
          const all = [['a', 'b', 'c'], ...rows]
          const full = all.filter((row) => row.some((cell) => cell.trim() !== ''))
          expect(cellsOf(`a${mark}b${mark}c\r\n${written(rows)}`)).toEqual(full)
        }),
      )
    },
  )

  it('ends in any way, and is refused where it has no end', () => {
    for (const end of ['', '\n', '\r\n', '\n\n'])
      expect(cellsOf(`\ufeffa,b\n1,2${end}`)).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ])
    expect(() => [...rowsOfCsv('a,b\n"1,2')]).toThrow(MalformedTable)
    expect(() => [...rowsOfCsv(`a,b\n${'x'.repeat(10_001)},2`)]).toThrow(MalformedTable)
    expect(() => [...rowsOfCsv(','.repeat(500))]).toThrow(MalformedTable)
  })

  it('counts its lines as a spreadsheet does, empty ones and those within a cell too', () => {
    const lines = [...rowsOfCsv('\na,b\n\n1,2\n"3\n3",4\n5,6')].map(({ line, cells }) => [line, cells[0]])
    expect(lines).toEqual([
      [2, 'a'],
      [4, '1'],
      [5, '3\n3'],
      [6, '5'],
    ])
  })

  it.each([
    ['', 'empty'],
    ['\ufeff \n\r\n', 'empty'],
    ['\u0089PNG\r\n\u001a\n\0\0\0', 'noTable'],
    ['PK\u0003\u0004,a,b', 'noTable'],
    ['One sentence.\nAnother, with a comma.', 'noTable'],
  ])('%j is none: %s', (text, fault) => {
    expect(() => [...rowsOfCsv(text)]).toThrow(expect.objectContaining({ fault }))
  })

  it('has 100,000 lines at most, its heading apart, empty ones included', () => {
    const rows = (text: string) => [...rowsOfCsv(text)].length
    for (const end of ['', '\n', '\r\n']) expect(rows(`a,b${'\n1,2'.repeat(100_000)}${end}`)).toBe(100_001)
    expect(() => rows(`a,b${'\n1,2'.repeat(100_001)}`)).toThrow('more than 100,000 lines')
    expect(() => rows(`a,b${'\n'.repeat(100_002)}`)).toThrow('more than 100,000 lines')
  })

  it('is refused as soon as a line is too long, whatever comes after', () => {
    expect(() => [...rowsOfCsv(`${Array.from({ length: 7 }, () => 'x'.repeat(9_999)).join(';')}\n1`)]).toThrow(
      'A line is too long',
    )
    const quoted = (length: number) => `a,b\n"${'""'.repeat(length)}`
    expect(cellsOf(`${quoted(10_000)}",2`)[1]?.[0]).toHaveLength(10_000)
    expect(() => [...rowsOfCsv(quoted(10_002))].length).toThrow('A line is too long')
  })
})

describe('amounts', () => {
  it.each([
    [
      ['1.234,56', '12,3', '5000', 'R$ 1.000,00'],
      [123_456, 1230, 500_000, 100_000],
    ],
    [
      ['1,234.56', '12.3', '0.05'],
      [123_456, 1230, 5],
    ],
    [
      ['-12,30', '(12,30)', '12,30-', 'R$ -12,30', '- R$ 12,30'],
      [-1230, -1230, -1230, -1230, -1230],
    ],
    [
      ['12', '7'],
      [1200, 700],
    ],
    [
      ['1.234.567,00', '+1,00'],
      [123_456_700, 100],
    ],
    [
      ['999.999.999,99', '-999999999,99'],
      [99_999_999_999, -99_999_999_999],
    ],
  ])('%j', async (cells, cents) => {
    expect(await amounts(...cells)).toEqual(cents)
  })

  it.each([
    [['1.234']],
    [['1,234', '5,678']],
    [['12,30', '12.30']],
    [['12,345']],
    [['abc']],
    [['']],
    [['1e9']],
    [['12,30,40']],
    [['99999999999999,00']],
    [['1.000.000.000,00']],
    [['-1000000000,00']],
    [['=1+1']],
    [['NaN']],
  ])('%j can be read in no way, or in two', async (cells) => {
    const { bad, lines } = await read(...cells.map((cell, i) => `t${i};${cell};;;`))
    expect(bad.length).toBeGreaterThan(0)
    expect(bad.every(({ column }) => column === 'amount')).toBe(true)
    expect(lines.length + bad.length).toBe(cells.length)
  })
})

describe('moments', () => {
  it.each([
    ['31/12/2025', '2025-12-31T03:00:00.000Z'],
    ['31/12/2025 23:59', '2026-01-01T02:59:00.000Z'],
    ['2026-01-02', '2026-01-02T03:00:00.000Z'],
    ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00.000Z'],
    ['2026-01-02 10:00:00.123-0300', '2026-01-02T13:00:00.000Z'],
  ])('%s', async (text, at) => {
    expect((await read(`a;1,00;;;${text}`)).lines[0]?.at).toBe(at)
  })

  it.each(['31/02/2026', '2026-13-01', '12/31/2025', 'yesterday', '01/01/26', '2026-01-01T25:00:00Z'])(
    '%s is none',
    async (text) => {
      expect((await read(`a;1,00;;;${text}`)).bad).toMatchObject([{ line: 2, column: 'date', text }])
    },
  )
})

it('what a spreadsheet and a hostile hand put into cells is text', async () => {
  const { lines } = await read(`'pay_1;1,00;0,10;=cmd|' /C calc'!A0;`, '"a\u0000b";2,00;;<script>;')
  expect(lines).toMatchObject([
    { transactionId: 'pay_1', amount: 100, fee: 10 },
    { transactionId: 'a b', amount: 200, fee: null, status: '<script>' },
  ])
})

it('a line about no transaction is counted and not compared; a column that is missing is named', async () => {
  expect(await read('a;1,00;;;', ';-0,99;;tarifa;', ' ;5,00;;;')).toMatchObject({
    rows: 3,
    lines: [{ transactionId: 'a' }],
  })
  const pause = async () => undefined
  await expect(readStatement('id,valor\n1,2', COLUMNS, pause)).rejects.toEqual(new MissingColumn('fee', 'Taxa'))
  const { lines } = await readStatement('Id, VALOR \nx,"2,00"', { transactionId: 'ID', amount: 'Valor' }, pause)
  expect(lines).toMatchObject([{ amount: 200 }])
})

test.each([
  ['01/01/2026', '11/04/2026', false],
  ['01/01/2026', '12/04/2026', true],
  ['12/04/2026', '01/01/2026', true],
  ['01/01/2026', '', false],
])('from %s to %s is of more than a hundred days: %s', async (from, to, isMore) => {
  expect(isTooWide(await read(`a;12,00;;;${from}`, `b;12,00;;;${to}`))).toBe(isMore)
})

it.each([
  ['charged', ['a;1,00;0,50;;', 'a;-1,00;-0,20;;'], [50, -20]],
  ['written as money that left', ['a;1,00;-0,50;;', 'a;-1,00;0,20;;'], [50, -20]],
  ['charged for the return, too', ['a;1,00;-0,50;;', 'a;-1,00;-0,20;;'], [50, 20]],
  ['charged where no money moved, too', ['a;1,00;0,50;;', 'b;0,00;-0,80;;'], [50, -80]],
  ['of returns alone', ['a;-1,00;-0,50;;'], [50]],
])('a fee that was given back is told from one that was %s', async (_, lines, fees) => {
  expect((await read(...lines)).lines.map(({ fee }) => fee)).toEqual(fees)
})
