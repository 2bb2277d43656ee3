export const mailbox = {
  title: 'Caixa de e-mails',
  lead: 'Os e-mails que clientes e pessoas convidadas recebem, para ler sem servidor de e-mail.',
  localOnly: 'Só no modo local',
  list: 'E-mails',
  to: 'Para {{address}}',
  state: { pending: 'Enviando', sent: 'Enviado', failed: 'Não enviado', unsent: 'Só aqui' },
  emptyTitle: 'Nenhum e-mail ainda',
  emptyText: 'Pague uma oferta ou um link de pagamento: o recibo aparece aqui.',
}
