/** In place of tailwind-merge, where no class overrules another: it is a sixth of what a buyer's page would weigh. */
export const twMerge = (classes: string): string => classes
