/** The built web UI, and what happens to addresses that no route knows. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createHeads, isUnlisted, withHead } from '../../checkout/head.ts'
import { problemDocument } from '../../problem.ts'

const API_PATH =
  /^\/(v1|webhooks\/[^/?]+|health|metrics|codec|files|docs\/reference|(?:openapi|collection)\.json)(\/|\?|$)/
/** What buyers see is a build of its own, light on a phone (web/vite.buyer.config.ts). */
const BUYERS_PAGE = /^\/(pay|buy)\//
/** Whose addresses people are given, and programs follow. */
const PUBLIC_PAGE = /^\/((?:pay|buy)\/[^/?]+|docs|sign-in|forgot-password)\/?(\?|$)/
/** Its page of the web UI; the reference itself is there without one. */
const REFERENCE_PAGE = /^\/docs\/?(\?|$)/
const ANYTHING = '*/*'
const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Trilho</title>
<h1>The web UI has not been built</h1>
<p>Run <code>npm run build:web</code> and start again. The API answers all the same: see <a href="/docs/reference">its reference</a>.</p>
</html>`

export default fp(
  async (app) => {
    const { webRoot } = app
    const isBuilt = existsSync(join(webRoot, 'index.html'))
    if (isBuilt) {
      await app.register(fastifyStatic, {
        root: webRoot,
        wildcard: true,
        index: 'index.html',
        cacheControl: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          const isAsset = path.startsWith(join(webRoot, 'assets') + sep)
          reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    }
    // What a browser asks for by itself, wherever no page names the icon: at a JSON document.
    if (isBuilt) app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) => reply.sendFile('icon.svg'))
    const headOf = createHeads(app)
    const sendBuyersPage = async (url: string, reply: FastifyReply) => {
      if (isUnlisted(url)) reply.header('x-robots-tag', 'noindex')
      const head = await headOf(url)
      if (!head) return reply.sendFile('buyer.html')
      const page = await readFile(join(webRoot, 'buyer.html'), 'utf8')
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(withHead(page, head))
    }
    app.setNotFoundHandler(async (request, reply) => {
      if (isNavigation(request)) {
        if (isBuilt && BUYERS_PAGE.test(request.url)) return sendBuyersPage(request.url, reply)
        if (isBuilt) return reply.sendFile('index.html')
        if (REFERENCE_PAGE.test(request.url)) return reply.redirect('/docs/reference')
        return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
      }
      return reply.code(404).type('application/problem+json').send(problemDocument('not_found', request.id))
    })
  },
  { name: 'web' },
)

/** A browser going to a page, of which the UI knows what there are; or a client that takes anything, at a page that is public. */
function isNavigation({ method, url, headers: { accept = ANYTHING } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (API_PATH.test(url)) return false
  return accept.includes('text/html') || (accept.includes(ANYTHING) && PUBLIC_PAGE.test(url))
}
