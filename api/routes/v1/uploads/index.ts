import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countUpload } from '../../../../db/queries/uploads.ts'
import { defined } from '../../../../domain/defined.ts'
import { EVIDENCE_PURPOSE } from '../../../../domain/dispute.ts'
import { modeOf } from '../../../../domain/mode.ts'
import { PERSON_PAPER_PURPOSE } from '../../../../domain/person-paper.ts'
import { RECEIVER_DOCUMENTS } from '../../../../domain/receiver.ts'
import { countedBytes, mostUploaded } from '../../../../domain/upload.ts'
import { fileKey } from '../../../../storage/file-types.ts'
import { MAX_FILE_BYTES } from '../../../../storage/storage.ts'
import { actorOf } from '../../../access/actor.ts'
import { problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NewUpload, Upload } from '../../../schemas/upload.ts'
import { paperFolder, publicFolder } from '../../../upload/folders.ts'

const PRIVATE_PURPOSES = [...RECEIVER_DOCUMENTS, PERSON_PAPER_PURPOSE, EVIDENCE_PURPOSE]

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '',
    {
      config: { access: 'seller' },
      schema: {
        tags: ['Files'],
        summary: 'Get an address to send a file to',
        description:
          'The address takes one file for 60 seconds. `publicUrl` cannot be guessed and needs no sign-in. A file whose purpose is one of the `documents` of a receiver, personPaper or disputeEvidence is private. A platform sends 10 GB a day at most, of which tests take nothing (they send 1 GB), and a quarter more of private files; a file counts with its `size`, of 64 KB at least, and with 10 MB where none is said.',
        body: NewUpload,
        response: { 201: Upload, ...guarded(422) },
      },
    },
    async (request, reply) => {
      const { fileName: name, contentType, purpose, size } = request.body
      const { type, platformId: own, homeId } = actorOf(request)
      // People and their papers are the same in both modes; a test key is no person.
      const platformId = type === 'user' && purpose === PERSON_PAPER_PURPOSE ? homeId : own
      const isPaper = PRIVATE_PURPOSES.some((known) => known === purpose)
      const most = mostUploaded(modeOf(platformId), isPaper)
      const bytes = countedBytes(size, MAX_FILE_BYTES)
      const retryAfter = await countUpload(app.database.writer, { platformId, bytes, most })
      if (retryAfter !== undefined) {
        throw problem('rate_limited', { detail: 'The platform has sent as much as it may in a day', retryAfter })
      }
      const folder = isPaper ? paperFolder(platformId) : publicFolder(platformId)
      const key = fileKey(`${folder}/${purpose}`, randomBytes(20).toString('hex'), { name, contentType })
      const { url: uploadUrl, ...signed } = await app.storage.signPut({
        key,
        contentType,
        ...defined({ size }),
      })
      return reply.code(201).send({ uploadUrl, ...signed })
    },
  )
}

export default routes
