// The symbols of the seats as paths around 0,0, which distinguish players without color.
export const figures = [
  "M0-2.7a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 1 1 0-5.4z",
  "M-2.5-2.5h5v5h-5z",
  "M-2.7-3h2L1.5 0-.7 3h-2L-.5 0zM.7-3h1.5L4 0 2.2 3H.7L2.2 0z",
  "M-2.9-3h1.9v6h-1.9zM1-3h1.9v6H1z",
  "M-3.4 1.9L-3.4-2-1.4-.2 0-2.8 1.4-.2 3.4-2V1.9z",
];
