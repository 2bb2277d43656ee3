/** A client that names JSON and sends nothing has sent no body: many add the header to every request. */
import fp from 'fastify-plugin'

export default fp(
  async (app) => {
    // well-formed.ts says where a prototype's name stands.
    const parse = app.getDefaultJsonParser('ignore', 'ignore')
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') return done(null)
      return parse(request, body, done)
    })
  },
  { name: 'empty-bodies' },
)
