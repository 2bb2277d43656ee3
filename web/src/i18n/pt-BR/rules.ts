/** What the API says of a rule that the pages cannot check themselves, by its name. */
export const rules = {
  refundWindow: 'O prazo para devolver este pagamento já passou.',
  refundWhole: 'Este provedor devolve o pagamento inteiro ou nada.',
  refundable: 'O valor é maior do que o que ainda pode ser devolvido.',
  taken: 'Outra página já usa este endereço.',
  publicUrl: 'Este endereço não pode ser chamado. Use um endereço público, que comece por https://.',
  upload: 'O arquivo não chegou inteiro. Envie de novo.',
  fileType: 'O conteúdo do arquivo não é do tipo que o nome dele diz.',
  maxAccounts: 'A sua plataforma já tem o máximo de contas de provedores.',
  maxApiKeys: 'A sua plataforma já tem o máximo de chaves. Revogue uma que não é mais usada.',
  maxUsers: 'A sua plataforma já tem o máximo de pessoas.',
  maxEndpoints: 'A sua plataforma já tem o máximo de endereços de webhooks.',
  maxAddresses: 'A sua plataforma já escolheu o máximo de endereços de páginas.',
  maxSize: 'O pedido é grande demais: menos itens ou menos dados seus.',
  maxEvidence: 'Esta contestação já tem o máximo de documentos.',
}
