/** Local only: the mails that would be sent, where there is no mail server. Mails to users are for administrators. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { type LoadedMail, listMails, loadMail } from '../../../../db/queries/mail/outbox.ts'
import { includesRole } from '../../../../domain/role.ts'
import { messageOf } from '../../../../mail/render.ts'
import { type Actor, actorOf } from '../../../access/actor.ts'
import { notFound } from '../../../problem.ts'
import { Uuid } from '../../../schemas/common.ts'
import { iso } from '../../../time.ts'

const MOST = 50

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { sandboxUrl, publicUrl, masterKey } = app.settings
  if (sandboxUrl === undefined) return
  const linkKeys = deriveKey(masterKey, 'link')
  const render = (row: LoadedMail) => messageOf(row, { publicUrl, linkKeys, now: Date.now() })
  const mayRead = (actor: Actor, { mail, charge }: LoadedMail) =>
    mail.platformId === actor.platformId && (charge !== null || includesRole(actor.role, 'admin'))

  app.get('', { config: { access: 'seller' }, schema: { hide: true } }, async (request) => {
    const { platformId, role } = actorOf(request)
    const shown = { limit: MOST, toUsers: includesRole(role, 'admin') }
    const rows = await app.database.read((db) => listMails(db, platformId, shown))
    const data = rows.flatMap((row) => {
      const { id, state, createdAt } = row.mail
      const message = render(row)
      return message ? [{ id, to: message.to.address, subject: message.subject, state, createdAt: iso(createdAt) }] : []
    })
    return { data }
  })

  /** As the buyer sees it, for a frame of our own page: it runs nothing and fetches nothing. */
  app.get(
    '/:id/page',
    { config: { access: 'seller' }, schema: { hide: true, params: Type.Object({ id: Uuid() }) } },
    async (request, reply) => {
      const found = await app.database.read((db) => loadMail(db, request.params.id))
      const message = found && mayRead(actorOf(request), found) ? render(found) : undefined
      if (!message) throw notFound()
      return reply
        .headers({
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
          'x-frame-options': 'SAMEORIGIN',
          // The sandbox is an origin of its own, and a browser warns of a page that asks for what it cannot have.
          'origin-agent-cluster': '?0',
        })
        .type('text/html; charset=utf-8')
        .send(message.html)
    },
  )
}

export default routes
