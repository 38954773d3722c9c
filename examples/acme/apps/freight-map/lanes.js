const rotterdam = { name: "Rotterdam", x: 180, y: 220 };
const gdansk = { name: "Gdańsk", x: 430, y: 150 };
const iberia = { name: "Iberia", x: 90, y: 370 };
const nordics = { name: "Nordics", x: 400, y: 60 };
const alps = { name: "Alps", x: 330, y: 310 };

export const lanes = [
  { from: rotterdam, to: iberia, shipments: 240 },
  { from: rotterdam, to: alps, shipments: 410 },
  { from: gdansk, to: nordics, shipments: 180 },
  { from: gdansk, to: alps, shipments: 95 },
];
