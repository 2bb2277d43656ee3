/** A user's identity documents: private files of the platform, which the user and its administrators read, replace and delete. */
import type { FastifyInstance } from 'fastify'
import { isUniqueViolation } from '../../db/errors.ts'
import { keepPaper, listPapers, type PersonPaperRow } from '../../db/queries/access/papers.ts'
import { PERSON_PAPER_PURPOSE, type PersonPaper } from '../../domain/person-paper.ts'
import { includesRole } from '../../domain/role.ts'
import { removeFile } from '../../storage/transfer.ts'
import { notFound, problem } from '../problem.ts'
import type { PersonPaper as Presented } from '../schemas/user.ts'
import { uploadedFor } from '../upload/uploaded.ts'
import type { Actor } from './actor.ts'

/**
 * Whose documents the caller may see: their own if they are signed in, and those of an administrator's users.
 * @throws ApiProblem 404 for all others, so that they do not learn whether a user has documents.
 */
export function holderFor({ type, id, role, platformId }: Actor, userId: string) {
  const isOwn = type === 'user' && id === userId
  if (!isOwn && !includesRole(role, 'admin')) throw notFound()
  return { platformId, userId, isOwn }
}

/** Each at an address that lives for a minute. @throws ApiProblem 404 when the platform has no such person. */
export async function readPapers(
  { database: { writer }, storage }: FastifyInstance,
  holder: { platformId: string; userId: string },
): Promise<Presented[]> {
  const papers = await listPapers(writer, holder)
  if (!papers) throw notFound()
  return Promise.all(papers.map(async ({ name, key, addedAt }) => ({ name, addedAt, ...(await storage.signGet(key)) })))
}

/**
 * Keeps a file that was sent to an upload's address.
 * @throws ApiProblem 404, 409 if the file is already a user's document, 422 if it was not uploaded here, or is of another type.
 */
export async function replacePaper(
  app: FastifyInstance,
  { platformId, userId }: { platformId: string; userId: string },
  { name, url }: { name: PersonPaper; url: string },
): Promise<PersonPaperRow> {
  const { writer } = app.database
  if (!(await listPapers(writer, { platformId, userId }))) throw notFound()
  const key = await uploadedFor(app, platformId, PERSON_PAPER_PURPOSE, { url, path: '/url' })
  const kept = await keepPaper(writer, { platformId, userId, name, key }, (old) => removeFile(app.storage, old)).catch(
    (error: unknown) => {
      if (isUniqueViolation(error)) throw problem('conflict', { detail: 'This file is a paper already: send it again' })
      throw error
    },
  )
  if (!kept) throw notFound()
  return kept
}
