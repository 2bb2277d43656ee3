/** The papers of a receiver's holder: private files of the platform, read over short signed addresses, and deleted for good. */
import type { FastifyInstance } from 'fastify'
import { findReceiver, forgetDocument, type ReceiverRow } from '../../db/queries/receiver/read.ts'
import { hasAnswer } from '../../domain/attempt.ts'
import { RECEIVER_DOCUMENTS, type ReceiverDocument } from '../../domain/receiver.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import { removeFile } from '../../storage/transfer.ts'
import { notFound, problem } from '../problem.ts'

export async function presentPapers(
  { documents }: ReceiverRow,
  storage: ObjectStorage,
): Promise<{ name: ReceiverDocument; url: string; expiresAt: string }[]> {
  const papers = RECEIVER_DOCUMENTS.flatMap((name) => {
    const key = documents?.[name]
    return key === undefined ? [] : [{ name, key }]
  })
  return Promise.all(papers.map(async ({ name, key }) => ({ name, ...(await storage.signGet(key)) })))
}

/**
 * The file first: a row that names a file that is gone can be tried again, a file that no row names would stay for ever.
 * @throws ApiProblem 404 when there is none, 409 while its provider may still need it.
 */
export async function deletePaper(
  { database: { writer }, storage }: FastifyInstance,
  platformId: string,
  { id, name }: { id: string; name: ReceiverDocument },
): Promise<void> {
  const receiver = await findReceiver(writer, platformId, id)
  const key = receiver?.documents?.[name]
  if (!receiver || key === undefined) throw notFound()
  if (!hasAnswer(receiver.creation)) {
    throw problem('conflict', { detail: 'Its provider has not answered yet, and may still be sent the paper' })
  }
  await forgetDocument(writer, platformId, { id, name, key }, () => removeFile(storage, key))
}
