/** A user's own second factor: begun with the password, confirmed by a code, switched off with both. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { deriveKey } from '../../../../../config/keys.ts'
import { open, seal } from '../../../../../config/seal.ts'
import { endSessions, touchUser } from '../../../../../db/queries/access/people.ts'
import {
  changeSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  lockSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '../../../../../db/queries/access/second-factors.ts'
import { ENROLMENT_MINUTES } from '../../../../../domain/second-factor.ts'
import { audit, auditSignIn } from '../../../../access/audit.ts'
import { newEnrolment, newRecoveryCodes, stepOf, useCode } from '../../../../access/codes.ts'
import { assertSession, personOf } from '../../../../access/own-password.ts'
import { broken, problem } from '../../../../problem.ts'
import { guarded } from '../../../../responses.ts'
import { NoContent } from '../../../../schemas/common.ts'
import {
  PasswordAndCode,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorEnrolment,
  SecondFactorStart,
} from '../../../../schemas/second-factor.ts'
import { isoOrNull } from '../../../../time.ts'

const tags = ['Access']
const config = { access: 'seller', shared: true, own: true, withoutSecondFactor: true } as const

const wrongCode = () => broken('/code', 'code', 'is not a code that is good now')
const noFactor = () => problem('conflict', { detail: 'There is no second factor' })

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const sealKey = deriveKey(app.settings.masterKey, 'seal')
  const spend = async (request: FastifyRequest, userId: string, code: string) => {
    if (await useCode(app.database, sealKey, { userId, code })) return
    await audit(request, { action: 'sign-in.refused', target: `user/${userId}`, detail: { secondFactor: 'wrong' } })
    throw wrongCode()
  }

  app.get(
    '',
    {
      config,
      schema: {
        operationId: 'getSecondFactor',
        tags,
        summary: 'Your second factor',
        response: { 200: SecondFactor, ...guarded(409) },
      },
    },
    async (request) => {
      const { id, secondFactor: state } = personOf(request)
      const factor = await findSecondFactor(writer, id)
      if (!factor || factor.confirmedAt === null) return { state, confirmedAt: null, recoveryCodesLeft: 0 }
      const recoveryCodesLeft = await countRecoveryCodes(writer, factor.id)
      return { state, confirmedAt: isoOrNull(factor.confirmedAt), recoveryCodesLeft }
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        operationId: 'beginSecondFactor',
        tags,
        summary: 'Begin to set up a second factor',
        description: 'Nothing changes before a code of it is confirmed, by the session that began it and soon.',
        body: SecondFactorStart,
        response: { 201: SecondFactorEnrolment, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { id, email, sessionId } = await app.checkPassword(request, request.body.password)
      const enrolment = newEnrolment(email)
      const sealedSecret = seal(enrolment.secret, sealKey)
      const isBegun = await startSecondFactor(writer, { userId: id, sealedSecret, startedBy: sessionId })
      if (!isBegun) throw problem('conflict', { detail: 'There is a second factor already: switch it off first' })
      return reply.code(201).send(enrolment)
    },
  )

  app.post(
    '/confirm',
    {
      config,
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Confirm your second factor',
        description: 'From now on signing in asks for a code. Ends your other sessions.',
        body: SecondFactorCode,
        response: { 200: RecoveryCodes, ...guarded(409, 422) },
      },
    },
    async (request) => {
      const { id, sessionId } = personOf(request)
      const { codes, hashes } = newRecoveryCodes()
      await writer.transaction(async (tx) => {
        await assertSession(tx, { id, sessionId })
        await touchUser(tx, id)
        const factor = await lockSecondFactor(tx, id)
        const now = Date.now()
        const isOpen = factor && factor.confirmedAt === null && factor.startedBy === sessionId
        if (!isOpen || Date.parse(factor.createdAt) + ENROLMENT_MINUTES * 60_000 < now) {
          throw problem('conflict', { detail: 'This session has begun no second factor, or too long ago' })
        }
        const step = stepOf(request.body.code, open(factor.sealedSecret, sealKey), { now, after: 0 })
        if (step === null) throw wrongCode()
        await changeSecondFactor(tx, factor.id, { confirmedAt: new Date(now).toISOString(), lastStep: step })
        await replaceRecoveryCodes(tx, factor.id, hashes)
        await endSessions(tx, id, sessionId)
        await auditSignIn(request, id, 'secondFactor.enable', tx)
      })
      return { recoveryCodes: codes }
    },
  )

  app.post(
    '/recovery-codes',
    {
      config,
      schema: {
        operationId: 'replaceRecoveryCodes',
        tags,
        summary: 'Make new recovery codes',
        description: 'Those before them are void.',
        body: PasswordAndCode,
        response: { 200: RecoveryCodes, ...guarded(409, 422) },
      },
    },
    async (request) => {
      const { password, code } = request.body
      const { id, sessionId } = await app.checkPassword(request, password)
      if (!(await findSecondFactor(writer, id))?.confirmedAt) throw noFactor()
      await spend(request, id, code)
      const { codes, hashes } = newRecoveryCodes()
      await writer.transaction(async (tx) => {
        await assertSession(tx, { id, sessionId })
        const factor = await lockSecondFactor(tx, id)
        if (!factor?.confirmedAt) throw noFactor()
        await replaceRecoveryCodes(tx, factor.id, hashes)
        await auditSignIn(request, id, 'secondFactor.recoveryCodes', tx)
      })
      return { recoveryCodes: codes }
    },
  )

  app.post(
    '/disable',
    {
      config,
      schema: {
        operationId: 'disableSecondFactor',
        tags,
        summary: 'Switch your second factor off',
        body: PasswordAndCode,
        response: { 204: NoContent, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const { password, code } = request.body
      const { id, sessionId } = await app.checkPassword(request, password)
      if (!(await findSecondFactor(writer, id))?.confirmedAt) throw noFactor()
      await spend(request, id, code)
      await writer.transaction(async (tx) => {
        await assertSession(tx, { id, sessionId })
        if (!(await removeSecondFactor(tx, id))) throw noFactor()
        await auditSignIn(request, id, 'secondFactor.disable', tx)
      })
      return reply.code(204).send(null)
    },
  )
}

export default routes
