import { auditActions } from '../../../../domain/labels/audit-actions-pt-BR.ts'

/** The names of what the audit log holds, and its page. */
export const auditLog = {
  title: 'Auditoria',
  lead: 'Quem fez o quê, quando e de onde.',
  caption: 'Auditoria, do mais novo para o mais antigo',
  allActions: 'Todas as ações',
  allActors: 'Todos os autores',
  ofTarget: 'Alvo: tipo/id',
  noneTitle: 'Nada com estes filtros',
  emptyTitle: 'Nada ainda',
  open: 'Abrir: {{what}}, por {{who}}',
  detail: 'Detalhe',
  related: 'Ligados a isto',
  openTarget: 'Abrir a página',
  sameTarget: 'Tudo sobre isto',
  sameActor: 'Tudo do mesmo autor',
  column: {
    action: 'Ação',
    actor: 'Autor',
    target: 'Alvo',
    ip: 'Origem',
    at: 'Quando',
  },
  action: auditActions,
}
