import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '../../db/client.ts'
import { readingAt } from '../../db/replicas.ts'

afterEach(() => vi.useRealTimers())

const AWAY = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('reads that may lag go to the replicas, each in its turn, and never to the writer', async () => {
  const read = readingAt('writer', ['first', 'second', 'third'])
  const places = await Promise.all(Array.from({ length: 4 }, () => read(async (place) => place)))
  expect(places).toEqual(['first', 'second', 'third', 'first'])
})

test('without replicas everything goes to the writer', async () => {
  const pool = connectDatabase({ databaseUrl: 'postgres://trilho@127.0.0.1:1/writer' })
  onTestFinished(() => pool.close())
  expect(await pool.read(async (db) => db)).toBe(pool.writer)
})

test('a replica that cannot be reached is left out for a while, and then looked for by one read at a time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const away = new Set(['first'])
  const asked: string[] = []
  const read = readingAt('writer', ['first', 'second'])
  const whereRead = () =>
    read(async (place) => {
      asked.push(place)
      if (away.has(place)) throw AWAY
      return place
    })
  expect([await whereRead(), await whereRead(), await whereRead()]).toEqual(['writer', 'second', 'second'])
  expect(asked).toEqual(['first', 'writer', 'second', 'second'])

  vi.advanceTimersByTime(10_000)
  away.clear()
  asked.length = 0
  await Promise.all([whereRead(), whereRead(), whereRead()])
  expect(asked.filter((place) => place === 'first')).toHaveLength(1)
  await Promise.all([whereRead(), whereRead(), whereRead(), whereRead()])
  expect(asked.filter((place) => place === 'first')).toHaveLength(3)
})

test('with all of them away the writer reads, and what fails for another reason is not read again', async () => {
  const read = readingAt('writer', ['first'])
  const wrong = new Error('syntax')
  const asked: string[] = []
  const failing = read(async (place) => {
    asked.push(place)
    throw wrong
  })
  await expect(failing).rejects.toBe(wrong)
  expect(asked).toEqual(['first'])
  const answer = await read(async (place) => (place === 'first' ? Promise.reject(AWAY) : place))
  expect(answer).toBe('writer')
})
