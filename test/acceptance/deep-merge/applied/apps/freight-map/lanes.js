export const draw = (at) => {
  at.textContent = "${lanes}";
};
