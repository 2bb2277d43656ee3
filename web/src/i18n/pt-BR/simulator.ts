export const simulator = {
  title: 'Simulador',
  lead: 'Aqui você é o comprador, o banco e o provedor. O provedor de teste avisa por webhook, como um de verdade.',
  action: {
    pay: 'Pagar',
    decline: 'Recusar',
    expire: 'Vencer',
    refund: 'Reembolsar no provedor',
    refuseRefunds: 'Passar a recusar reembolsos',
    dispute: 'Contestar',
    winDispute: 'Ganhar a contestação',
    approve: 'Concluir',
    reject: 'Rejeitar',
    cancel: 'Cancelar no banco',
    return: 'Devolver',
  },
  done: 'Feito no provedor de teste',
  failed: 'Isso não pode acontecer agora',
}
