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
  failed: 'A decisão não foi aceita',
}
