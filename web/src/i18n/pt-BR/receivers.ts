/** Who shares in the money: sub-accounts at the providers. */
export const receivers = {
  status: { PENDING: 'Em análise', ACTIVE: 'Ativo', REJECTED: 'Recusado' },
  column: { name: 'Nome', id: 'Id no provedor', balance: 'Saldo', created: 'Criado' },
  list: {
    title: 'Recebedores',
    lead: 'Quem participa das vendas, e se já pode receber.',
    caption: 'Recebedores, do mais novo para o mais antigo',
    new: 'Novo recebedor',
    allStatuses: 'Todas as situações',
    open: 'Abrir recebedor {{name}}',
    emptyTitle: 'Seus recebedores aparecem aqui',
    emptyText: 'Abra uma conta para quem divide as vendas com você. Nenhuma é aberta duas vezes sem a sua decisão.',
    noneTitle: 'Nenhum recebedor com estes filtros',
  },
  attention: { title: 'Este recebedor precisa de uma decisão' },
}
