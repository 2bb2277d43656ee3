import { createPrivateKey } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { deriveKey } from '../../../../config/keys.ts'
import { seal } from '../../../../config/seal.ts'
import { isUniqueViolation } from '../../../../db/errors.ts'
import {
  changePlatform,
  findPlatform,
  insertPlatform,
  type NewPlatformRow,
  type PlatformRow,
} from '../../../../db/queries/access/platforms.ts'
import { defined } from '../../../../domain/defined.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { assertInstallationsOwn } from '../../../access/installation.ts'
import { ownPasswordAsked } from '../../../access/own-password.ts'
import { type Answer, beginWith, IdempotencyHeaders, oncePerKey, type Work } from '../../../idempotency.ts'
import { presentPlatform, presentWithSecret } from '../../../platform/present.ts'
import { broken, notFound, problem } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { WholeListQuery } from '../../../schemas/list.ts'
import { NewPlatform, Platform, PlatformChange, PlatformList, PlatformWithSecret } from '../../../schemas/platform.ts'
import { assertOwnPicture } from '../../../selling/check.ts'
import { assertUsableUrl } from '../../../usable-url.ts'
import { newSealedSecret } from '../../../webhook/endpoint.ts'
import { presentWhole } from '../../../whole-list.ts'
import webhookSecret from './webhook-secret.ts'

const tags = ['Access']
const config = { access: 'admin' } as const
const CERTIFICATES = ['certCashInUrl', 'certCashOutUrl'] as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(webhookSecret)
  const { writer } = app.database
  const sealKey = deriveKey(app.settings.masterKey, 'seal')
  const present = (row: PlatformRow) => presentPlatform(app.settings, row)
  /** A founder's picture, or one of an address that the installation no longer has, is the platform's own once it has it. */
  const wears = async (platformId: string, logoUrl: string) =>
    (await findPlatform(writer, platformId))?.logoUrl === logoUrl
  const sealedKey = (privateKey: string) => seal(checkedKey(privateKey), sealKey)
  const checkCertificates = async (urls: { [name in (typeof CERTIFICATES)[number]]?: string | null }) => {
    for (const name of CERTIFICATES) if (urls[name]) await assertUsableUrl(app.settings, urls[name], `/${name}`)
  }

  /** @throws ApiProblem 409 when the administrator's e-mail is taken, or the founder's password is not their own choice; 422. */
  const found = async (request: FastifyRequest, asked: NewPlatform, work: Work): Promise<Answer> => {
    const actor = actorOf(request)
    const { resourceId: id, takenOver } = work
    const before = takenOver ? await findPlatform(writer, id) : undefined
    if (before) return founded(unrotated(before))
    const { certCashInUrl, certCashOutUrl, admin, privateKey, ...rest } = asked
    await checkCertificates(asked)
    await assertOwnPicture(app, actor.platformId, rest.logoUrl, '/logoUrl')
    if (!admin && actor.type !== 'user') throw broken('/admin', 'required', 'is needed: a key works for one platform')
    const platform = {
      id,
      ...(rest satisfies TakenBy<NewPlatformRow, typeof rest>),
      sealedPrivateKey: privateKey === undefined ? null : sealedKey(privateKey),
      certCashInUrl: certCashInUrl ?? null,
      certCashOutUrl: certCashOutUrl ?? null,
      sealedWebhookSecret: newSealedSecret(app.settings),
    }
    const founder = admin
      ? {
          id: uuidv7(),
          name: admin.name,
          email: admin.email.toLowerCase(),
          role: 'admin' as const,
          passwordHash: await app.passwords.hash(actor.homeId, admin.password),
          passwordSetByOther: true,
        }
      : actor.id
    const row = await beginWith(work, async () => {
      const made = await insertPlatform(writer, platform, founder).catch((error: unknown) => {
        if (isUniqueViolation(error)) throw problem('conflict', { detail: 'This e-mail is taken' })
        throw error
      })
      if (made === 'ownPassword') throw ownPasswordAsked()
      return made
    })
    await audit(request, { action: 'platform.create', target: `platform/${id}` })
    return founded(row)
  }
  const founded = (row: PlatformRow): Answer => ({
    status: 201,
    body: presentWithSecret(app.settings, row),
    isSecret: true,
  })
  /** Its founder may have no access there: a secret that was made since is not theirs. */
  const foundedAgain = async (first: unknown) => {
    const row = await findPlatform(writer, (first as PlatformWithSecret).id)
    if (row) unrotated(row)
    return first
  }

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Your platform',
        querystring: WholeListQuery,
        response: { 200: PlatformList, ...guarded() },
      },
    },
    async (request) => {
      const row = await findPlatform(writer, actorOf(request).platformId)
      return presentWhole(row ? [present(row)] : [], request.query, ({ id }) => id)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get your platform',
        params: IdParams,
        response: { 200: Platform, ...guarded(404) },
      },
    },
    async (request) => {
      const { platformId } = actorOf(request)
      const row = request.params.id === platformId ? await findPlatform(writer, platformId) : undefined
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.post(
    '',
    {
      config: { access: 'admin', shared: true },
      schema: {
        tags,
        summary: 'Create another platform',
        description:
          'With its first administrator: a new user, or the user who asks; where another user chose their password, that is 409 with the rule `ownPassword`, until they have another (`POST /v1/me/password`). Only for administrators of the installation’s first platform, and for the installation’s key.',
        headers: IdempotencyHeaders,
        body: NewPlatform,
        response: { 201: PlatformWithSecret, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      await assertInstallationsOwn(app, request)
      // The body may have a password, and the answer has a secret.
      return oncePerKey(request, reply, (work) => found(request, request.body, work), { sealKey, again: foundedAgain })
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change your platform',
        params: IdParams,
        body: PlatformChange,
        response: { 200: Platform, ...guarded(404, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { body, params } = request
      if (params.id !== actor.platformId) throw notFound()
      await checkCertificates(body)
      if (body.logoUrl && !(await wears(actor.platformId, body.logoUrl))) {
        await assertOwnPicture(app, actor.platformId, body.logoUrl, '/logoUrl')
      }
      const { privateKey, ...columns } = body
      const row = await changePlatform(writer, actor.platformId, {
        ...columns,
        ...defined({
          sealedPrivateKey: privateKey === undefined ? undefined : privateKey && sealedKey(privateKey),
        }),
      })
      if (!row) throw notFound()
      await audit(request, {
        action: 'platform.change',
        target: `platform/${row.id}`,
        detail: { changed: Object.keys(body) },
      })
      return present(row)
    },
  )
}

/** @throws ApiProblem 409 when the founding's answer would show a secret that was made since, or one that signs nothing. */
function unrotated(row: PlatformRow): PlatformRow {
  if (row.webhookSecretRotatedAt === null) return row
  throw problem('conflict', {
    detail: 'The platform that was founded under this key has another webhook secret by now',
  })
}

/** @throws ApiProblem 422 when it is no private RSA key. */
function checkedKey(privateKey: string): string {
  try {
    const key = createPrivateKey(Buffer.from(privateKey, 'base64'))
    if (key.asymmetricKeyType === 'rsa') return privateKey
  } catch {
    // Said below, without a word of the key.
  }
  const message = 'is no RSA key as PEM in Base64'
  throw broken('/privateKey', 'privateKey', message)
}

export default routes
