/** What became of an operator's decision, as soon as the API says. */
export const decisions = {
  carriedOut: {
    retry: 'O provedor está sendo consultado de novo',
    resolve: 'Decisão cumprida',
    cancel: 'Cancelamento cumprido',
  },
  accepted: 'Decisão recebida',
  acceptedText: 'Perguntamos ao provedor antes de cumpri-la: o desfecho aparece aqui.',
  acceptedLong: 'O provedor ainda não respondeu: o desfecho aparece na linha do tempo.',
  void: 'Decisão sem efeito',
  voidText: 'Nada foi feito: {{why}}.',
  unknown: 'Não sabemos se a decisão foi cumprida',
  unknownText: 'A resposta não chegou a tempo. Veja a linha do tempo antes de decidir de novo.',
  look: {
    open: 'Consultar de novo',
    title: 'Consultar o provedor de novo?',
    text: 'O provedor é consultado agora sobre os {{amount}}, e o que mudou lá aparece aqui. Nenhum dinheiro se move.',
    submit: 'Consultar',
  },
  ask: {
    cancel: 'Para cancelar, peça a um operador ou administrador.',
    decide: 'Quem decide é um operador ou administrador: peça a um deles.',
    erase: 'Para apagar estes dados, peça a um operador ou administrador.',
  },
  failed: 'A decisão não foi aceita',
}
