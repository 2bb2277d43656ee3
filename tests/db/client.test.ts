import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../db/client.ts'

const url = (name: string) => `postgres://trilho@127.0.0.1:1/${name}`

function connected(replicas: readonly string[]) {
  const pool = connectDatabase({ databaseUrl: url('writer'), databaseReplicaUrls: replicas.map(url) })
  onTestFinished(() => pool.close())
  return pool
}

test('reads that may lag go to the replicas, each in its turn, and never to the writer', () => {
  const { reader, writer } = connected(['first', 'second', 'third'])
  const round = [reader(), reader(), reader()]
  expect(new Set(round).size).toBe(3)
  expect(round).not.toContain(writer)
  expect([reader(), reader(), reader(), reader()]).toEqual([...round, round[0]])
})

test('without replicas everything goes to the writer', () => {
  const { reader, writer } = connected([])
  expect(reader()).toBe(writer)
})
