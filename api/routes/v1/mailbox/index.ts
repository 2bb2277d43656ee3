/** Local only: the mails that buyers would get, for whoever has no mail server. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { listMails, loadMail } from '../../../../db/queries/mail/outbox.ts'
import { receiptMessage } from '../../../../mail/receipt.ts'
import { actorOf } from '../../../access/actor.ts'
import { notFound } from '../../../problem.ts'
import { Uuid } from '../../../schemas/common.ts'
import { iso } from '../../../time.ts'

const MOST = 50

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { sandboxUrl, publicUrl } = app.settings
  if (sandboxUrl === undefined) return

  app.get('', { config: { access: 'seller' }, schema: { hide: true } }, async (request) => {
    const rows = await listMails(app.database.reader(), actorOf(request).platformId, MOST)
    const data = rows.map((row) => {
      const { to, subject } = receiptMessage(row, publicUrl)
      return { id: row.mail.id, to: to.address, subject, state: row.mail.state, createdAt: iso(row.mail.createdAt) }
    })
    return { data }
  })

  /** As the buyer sees it, for a frame of our own page: it runs nothing and fetches nothing. */
  app.get(
    '/:id/page',
    { config: { access: 'seller' }, schema: { hide: true, params: Type.Object({ id: Uuid() }) } },
    async (request, reply) => {
      const found = await loadMail(app.database.reader(), request.params.id)
      if (found?.mail.platformId !== actorOf(request).platformId) throw notFound()
      return reply
        .headers({
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
          'x-frame-options': 'SAMEORIGIN',
        })
        .type('text/html; charset=utf-8')
        .send(receiptMessage(found, publicUrl).html)
    },
  )
}

export default routes
