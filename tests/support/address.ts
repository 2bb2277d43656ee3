/** A buyer’s address that every provider takes. */
export const ADDRESS = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
} as const
