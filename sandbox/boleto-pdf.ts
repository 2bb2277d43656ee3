/** The boletos that the fakes name, as PDFs that open: a demonstration ends nowhere but at a page that can be seen. */
import type { FastifyInstance } from 'fastify'

/** Where the fakes say that their boletos are; on the way out it becomes the address that they are really at. */
const NAMED = 'https://boletos.example.com'
const PATH = '/_boletos'

/** Rewrites the addresses in everything that `app` answers. */
export function placeBoletos(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' ? payload.replaceAll(NAMED, `${request.protocol}://${request.host}${PATH}`) : payload,
  )
}

/** What those addresses name. */
export function serveBoletos(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${PATH}/:file`, (request, reply) =>
    reply.type('application/pdf').send(boletoPdf(request.params.file.replace(/\.pdf$/, ''))),
  )
}

/** One page with two lines of text. */
function boletoPdf(id: string): Buffer {
  const name = id.replace(/[^\w-]/g, '')
  const text = `BT /F1 18 Tf 56 760 Td (Boleto de demonstracao) Tj /F1 11 Tf 0 -28 Td (${name}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const parts = ['%PDF-1.4\n', ...objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)]
  const offsets = objects.map((_, index) => parts.slice(0, index + 1).join('').length)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = parts.join('').length
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return Buffer.from(parts.join('') + tail, 'latin1')
}
