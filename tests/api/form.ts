/** A form as a browser sends it. */
export async function formOf(parts: Record<string, string | Blob>, fileName = 'extrato.csv') {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.append(name, value, fileName)
    else form.append(name, value)
  }
  const request = new Request('http://x/', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}
