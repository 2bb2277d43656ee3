/** The seller's own facts of what is made, and the fields for them. */
export const metadata = {
  panel: 'Metadados',
  title: 'Dados seus',
  text: 'Voltam com o que você cria aqui, em avisos e buscas. O cliente e o provedor não veem. Nunca escreva números de cartão.',
  add: 'Adicionar dado',
  remove: 'Remover o dado {{number}}',
  key: 'Nome',
  keyWrong: 'Letras sem acento, números, ponto, hífen ou _; sem repetir',
  value: 'Valor',
}
