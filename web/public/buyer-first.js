// While a buyer's page itself is on its way: asks for what it will show (web/src/api/first.ts takes the answer), and once something is
// painted gets ready what writes money, which takes a phone longest.
if (window.trilhoFirst === undefined) {
  const [, kind, name] = location.pathname.split('/')
  const path = kind === 'buy' ? `/v1/checkout/pages/${name}` : `/v1/checkout/${name}`
  const answer = fetch(path, { headers: { accept: 'application/json' } })
  answer.catch(() => undefined)
  window.trilhoFirst = { path, answer }
  requestAnimationFrame(() =>
    setTimeout(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(0)),
  )
}
