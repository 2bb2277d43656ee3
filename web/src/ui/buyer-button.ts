/** The classes of the one large button of a buyer's page, in the seller's colour. */
export const BUYER_BUTTON =
  'h-12 w-full rounded-xl border border-accent-edge bg-accent text-base font-semibold text-on-accent hover:bg-accent-hover'
